package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** The events that an election sends itself when time has passed. Not thread-safe; the loop owns it. */
final class Alarms {

    private final Timeline timeline;
    private final Pace pace;
    private final Random random;
    private final Consumer<Event> handle;
    private Timeline.Timer retry = () -> {};
    private Timeline.Timer patience = () -> {};
    private Timeline.Timer review = () -> {};
    private Timeline.Timer ask = () -> {};
    private Optional<Runnable> hurried = Optional.empty();

    Alarms(Timeline timeline, Pace pace, Random random, Consumer<Event> handle) {
        this.timeline = timeline;
        this.pace = pace;
        this.random = random;
        this.handle = handle;
    }

    /** Tries again after a time that grows with the attempts. */
    void retry(long round, int attempt) {
        Runnable due = () -> {
            hurried = Optional.empty();
            handle.accept(new Event.RetryDue(round));
        };
        retry.cancel();
        hurried = Optional.of(due);
        retry = timeline.schedule(pace.backOff(attempt, random), due);
    }

    /** Tries again after the cool-down, which nothing shortens. */
    void coolDown(long round) {
        retry.cancel();
        hurried = Optional.empty();
        retry = timeline.schedule(pace.coolDown(), () -> handle.accept(new Event.RetryDue(round)));
    }

    /** What waits to be tried again need not wait any longer. */
    void hurry() {
        hurried.ifPresent(due -> {
            retry.cancel();
            due.run();
        });
    }

    /** Lets a candidate ask for the baton in a while. */
    void ask(long round) {
        ask.cancel();
        ask = timeline.schedule(pace.beforeAsking(), () -> handle.accept(new Event.AskDue(round)));
    }

    /** Waits for a listener. */
    void patience(long round, Duration limit) {
        patience.cancel();
        patience = timeline.schedule(limit, () -> handle.accept(new Event.PatienceOver(round)));
    }

    /** Reviews everything now and then, from now on. */
    void review() {
        review = timeline.schedule(pace.review(random), () -> {
            handle.accept(new Event.ReviewDue());
            review();
        });
    }

    void cancel() {
        retry.cancel();
        patience.cancel();
        review.cancel();
        ask.cancel();
    }
}
