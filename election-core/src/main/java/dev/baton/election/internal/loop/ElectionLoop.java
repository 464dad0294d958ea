package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All elections of one client: their one thread, their session and its lease.
 *
 * <p>{@link #add} and {@link #observe} may be called from any thread; all else happens on the loop's.
 */
public final class ElectionLoop {

    /** The lease rule needs the renewals, a fifth of the timeout apart, to have a ping of a follower between them. */
    private static final int TICKS_PER_SESSION = 5;

    private final Timeline timeline;
    private final Sessions sessions;
    private final Random random;
    private final Set<Participant> participants = new LinkedHashSet<>();
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
    public ElectionDriver add(String object, Place place, TermSink sink, Candidacy candidacy) {
        ElectionDriver driver = new ElectionDriver(this, object, place, sink, candidacy);
        join(driver);
        return driver;
    }

    /**
     * Starts to observe an election.
     *
     * @param told told on the loop's thread, after every look
     * @param finished run on the loop's thread when the observer has left
     */
    public ObserverDriver observe(Outlook outlook, Pace pace, Consumer<Outlook.View.Seen> told, Runnable finished) {
        ObserverDriver driver = new ObserverDriver(this, outlook, pace, told, finished);
        join(driver);
        return driver;
    }

    private void join(Participant participant) {
        timeline.execute(() -> {
            participants.add(participant);
            participant.begin();
            if (following) {
                lease.ifPresent(current -> participant.opened(current.session()));
            } else {
                following = true;
                sessions.follow(new Follower());
            }
        });
    }

    void remove(Participant participant) {
        participants.remove(participant);
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

    private final class Follower implements Sessions.Follower {

        @Override
        public void opened(Session session) {
            lease = Optional.of(new SessionLease(session, timeline, random));
            List.copyOf(participants).forEach(each -> each.opened(session));
        }

        @Override
        public void ended() {
            lease.ifPresent(SessionLease::stop);
            List.copyOf(participants).forEach(Participant::ended);
            lease = Optional.empty();
        }

        @Override
        public void disconnected() {
            List.copyOf(participants).forEach(Participant::disconnected);
        }

        @Override
        public void reconnected() {
            lease.ifPresent(SessionLease::reconnected);
            List.copyOf(participants).forEach(Participant::reconnected);
        }

        @Override
        public void failed(Failure failure) {
            List.copyOf(participants).forEach(each -> each.report(failure));
        }
    }
}
