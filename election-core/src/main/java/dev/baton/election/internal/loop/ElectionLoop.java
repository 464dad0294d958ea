package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * All elections of one client: their one thread, their session and its lease.
 *
 * <p>{@link #add} may be called from any thread; all else happens on the loop's.
 */
public final class ElectionLoop {

    /** The lease rule needs the renewals, a fifth of the timeout apart, to have a ping of a follower between them. */
    private static final int TICKS_PER_SESSION = 5;

    private final Timeline timeline;
    private final Sessions sessions;
    private final Random random;
    private final Set<ElectionDriver> drivers = new LinkedHashSet<>();
    private Optional<SessionLease> lease = Optional.empty();
    private boolean following;

    /**
     * Makes a loop that does nothing yet.
     *
     * @param timeline its thread
     * @param sessions where its sessions come from
     * @param random spreads retries; needs no strength
     */
    public ElectionLoop(Timeline timeline, Sessions sessions, Random random) {
        this.timeline = timeline;
        this.sessions = sessions;
        this.random = random;
    }

    /**
     * Starts to drive an election.
     *
     * @param object 16 random hexadecimal digits that tell this election object's znodes from all others
     */
    public ElectionDriver add(String object, Place place, TermSink sink, Pace pace) {
        ElectionDriver driver = new ElectionDriver(this, object, place, sink, pace);
        timeline.execute(() -> {
            drivers.add(driver);
            driver.scheduleReview();
            if (following) {
                lease.ifPresent(current -> open(driver, current.session()));
            } else {
                following = true;
                sessions.follow(new Follower());
            }
        });
        return driver;
    }

    void remove(ElectionDriver driver) {
        drivers.remove(driver);
    }

    Timeline timeline() {
        return timeline;
    }

    Random random() {
        return random;
    }

    /** The lease of the session of this moment; empty if there is none. */
    Optional<SessionLease> lease() {
        return lease;
    }

    /** Says what is wrong with a session timeout, if something is. */
    public static Optional<Failure> unfit(Duration timeout, Duration tick) {
        Duration least = tick.multipliedBy(TICKS_PER_SESSION);
        if (timeout.compareTo(least) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new Failure(
                Failure.Kind.SESSION_TOO_SHORT,
                "The session timeout that the server agreed to is " + timeout.toMillis() + " ms, but the lease needs at"
                        + " least " + TICKS_PER_SESSION + " ticks of the server, " + least.toMillis() + " ms at a"
                        + " tickTime of " + tick.toMillis() + " ms. Ask for a longer session timeout when building the"
                        + " CuratorFramework, or, if the servers' tickTime is smaller, name it: serverTickTime(...)",
                Optional.empty()));
    }

    private static void open(ElectionDriver driver, Session session) {
        Optional<Failure> unfit = unfit(session.timeout(), driver.serverTick());
        unfit.ifPresentOrElse(driver::report, () -> driver.handle(new Event.SessionOpened()));
    }

    private final class Follower implements Sessions.Follower {

        @Override
        public void opened(Session session) {
            lease = Optional.of(new SessionLease(session, timeline, random));
            List.copyOf(drivers).forEach(driver -> open(driver, session));
        }

        @Override
        public void ended() {
            lease.ifPresent(SessionLease::stop);
            List.copyOf(drivers).forEach(driver -> driver.handle(new Event.SessionEnded()));
            lease = Optional.empty();
        }

        @Override
        public void reconnected() {
            lease.ifPresent(SessionLease::reconnected);
            List.copyOf(drivers).forEach(ElectionDriver::reconnected);
        }

        @Override
        public void failed(Failure failure) {
            List.copyOf(drivers).forEach(driver -> driver.report(failure));
        }
    }
}
