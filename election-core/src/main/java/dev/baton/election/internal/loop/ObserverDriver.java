package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps looking who leads: after every touch of a watch, every reconnect, and now and then.
 *
 * <p>Not thread-safe but for {@link #close()}; the loop owns it.
 */
public final class ObserverDriver implements Participant {

    private static final Logger LOG = LoggerFactory.getLogger(ObserverDriver.class);

    private final ElectionLoop loop;
    private final Outlook outlook;
    private final Pace pace;
    private final Consumer<Outlook.View.Seen> told;
    private final Runnable finished;
    private Optional<Session> session = Optional.empty();
    private Timeline.Timer next = () -> {};
    private boolean asking;
    private boolean touched;
    private boolean closed;
    private int failures;

    ObserverDriver(ElectionLoop loop, Outlook outlook, Pace pace, Consumer<Outlook.View.Seen> told, Runnable finished) {
        this.loop = loop;
        this.outlook = outlook;
        this.pace = pace;
        this.told = told;
        this.finished = finished;
    }

    /** Stops looking. May be called from any thread, more than once. */
    public void close() {
        loop.timeline().execute(() -> {
            if (!closed) {
                closed = true;
                next.cancel();
                session.ifPresent(outlook::unwatch);
                loop.remove(this);
                finished.run();
            }
        });
    }

    @Override
    public void begin() {
        // The first session tells it to look.
    }

    @Override
    public void opened(Session opened) {
        session = Optional.of(opened);
        asking = false;
        look();
    }

    @Override
    public void ended() {
        session = Optional.empty();
        next.cancel();
    }

    @Override
    public void disconnected() {
        // What it knows stays as it was.
    }

    @Override
    public void reconnected() {
        look();
    }

    @Override
    public void report(Failure failure) {
        LOG.warn("{}", failure.message());
    }

    private void look() {
        if (closed || session.isEmpty()) {
            return;
        }
        if (asking) {
            touched = true; // what is being read may be older than what happened
            return;
        }
        asking = true;
        touched = false;
        next.cancel();
        Session asked = session.get();
        outlook.look(asked, view -> inLoop(asked, () -> answered(view)), () -> inLoop(asked, this::look));
    }

    /** What a session says that is over concerns nobody. */
    private void inLoop(Session asked, Runnable task) {
        loop.timeline().execute(() -> {
            if (!closed && session.equals(Optional.of(asked))) {
                task.run();
            }
        });
    }

    private void answered(Outlook.View view) {
        asking = false;
        if (view instanceof Outlook.View.Seen seen) {
            failures = 0;
            told.accept(seen);
            next = loop.timeline().schedule(pace.review(loop.random()), this::look);
        } else if (view instanceof Outlook.View.Failed failed) {
            if (failures == 0) {
                report(failed.failure());
            }
            next = loop.timeline().schedule(pace.backOff(failures++, loop.random()), this::look);
        }
        if (touched) {
            look();
        }
    }
}
