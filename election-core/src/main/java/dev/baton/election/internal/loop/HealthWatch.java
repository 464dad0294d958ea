package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks again and again whether a candidate is well, and says when that changes.
 *
 * <p>Not thread-safe; the loop owns it. The check itself is a stranger: it runs on the executor, one at a time, and one
 * that does not come back counts as failed for as long as it hangs.
 */
public final class HealthWatch {

    private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);

    /**
     * When and how often.
     *
     * @param interval from one check's end to the next one's start
     * @param timeout how long a check may take
     * @param grace for how long checks may fail without consequence
     * @param passes how many in a row must pass before it counts as well again
     */
    public record Rhythm(Duration interval, Duration timeout, Duration grace, int passes) {}

    private final Timeline timeline;
    private final Executor executor;
    private final Callable<Boolean> check;
    private final Rhythm rhythm;
    private final Consumer<Event> tell;
    private Timeline.Timer timer = () -> {};
    private Optional<Long> failingSince = Optional.empty();
    private boolean well;
    private boolean running;
    private int passed;
    private boolean stopped;

    HealthWatch(Timeline timeline, Executor executor, Callable<Boolean> check, Rhythm rhythm, Consumer<Event> tell) {
        this.timeline = timeline;
        this.executor = executor;
        this.check = check;
        this.rhythm = rhythm;
        this.tell = tell;
    }

    void start() {
        running = true;
        timer = timeline.schedule(rhythm.timeout(), this::late);
        try {
            executor.execute(this::run);
        } catch (RuntimeException | Error refused) { // full, shut down, or out of threads: it may be better next time
            LOG.warn("The executor given to the election refuses the health check, which so counts as failed", refused);
            timeline.execute(() -> ran(false));
        }
    }

    void stop() {
        stopped = true;
        timer.cancel();
    }

    private void run() {
        boolean healthy = false;
        try {
            healthy = check.call();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error thrown) {
            LOG.warn(
                    "The health check {} threw, which counts as failed",
                    check.getClass().getName(),
                    thrown);
        }
        boolean result = healthy;
        timeline.execute(() -> ran(result));
    }

    private void ran(boolean healthy) {
        if (stopped) {
            return;
        }
        running = false;
        timer.cancel();
        count(healthy);
        timer = timeline.schedule(rhythm.interval(), this::start);
    }

    /** It hangs: that is a failure, and stays one until it comes back. */
    private void late() {
        if (!stopped && running) {
            count(false);
            timer = timeline.schedule(rhythm.timeout(), this::late);
        }
    }

    private void count(boolean healthy) {
        if (healthy) {
            failingSince = Optional.empty();
            passed++;
            if (!well && passed >= rhythm.passes()) {
                well = true;
                tell.accept(new Event.Well());
            }
            return;
        }
        passed = 0;
        long now = timeline.nanoTime();
        long since = failingSince.orElse(now);
        failingSince = Optional.of(since);
        if (well && now - since >= rhythm.grace().toNanos()) {
            well = false;
            tell.accept(new Event.Unwell());
        }
    }
}
