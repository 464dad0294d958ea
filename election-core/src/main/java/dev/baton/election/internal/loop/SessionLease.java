package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Lease;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Keeps the one lease of a session up for all elections on it that lead or are next in line.
 *
 * <p>Not thread-safe; the loop owns it. Everyone who waits in the middle of a queue costs nothing here.
 */
final class SessionLease {

    /** One election's part of a renewal. */
    record Claimant(ElectionDriver driver, String own, List<Session.Check> checks) {}

    private static final long RETRY_FLOOR_MILLIS = 100;
    private static final int RETRY_SPREAD_MILLIS = 150;

    private final Session session;
    private final Timeline timeline;
    private final Random random;
    private final Lease lease;
    private final LeaseClock clock;
    private final Map<ElectionDriver, Claimant> claimants = new LinkedHashMap<>();
    private Timeline.Timer renewal = () -> {};
    private Timeline.Timer expiry = () -> {};
    private boolean running;
    private long runningSince;
    private boolean asking;
    private boolean stopped;

    SessionLease(Session session, Timeline timeline, Random random) {
        this.session = session;
        this.timeline = timeline;
        this.random = random;
        this.lease = new Lease(session.timeout().toNanos());
        this.clock = new LeaseClock(timeline);
    }

    LeaseClock clock() {
        return clock;
    }

    Session session() {
        return session;
    }

    /** From now on every renewal proves what this election needs; it is told LeaseHeld, at once if that is so. */
    void want(Claimant claimant) {
        claimants.put(claimant.driver(), claimant);
        if (isHeld()) {
            claimant.driver().tell(new Event.LeaseHeld());
        }
        if (!running) {
            running = true;
            runningSince = timeline.nanoTime();
            renew();
        }
    }

    /** This election needs no lease any more. */
    void release(ElectionDriver driver) {
        claimants.remove(driver);
    }

    /** Takes note of a write that a quorum confirmed on this session. */
    void succeeded(long sent) {
        // One reading of the clock, and the timeout first: a lapse that only the lease saw would be told to nobody.
        long now = timeline.nanoTime();
        lease.negotiated(session.timeout().toNanos());
        endIfLapsed(now);
        boolean heldBefore = lease.end().isPresent();
        long left = clock.remaining();
        lease.succeeded(sent, now);
        publish();
        if (heldBefore && left < lease.interval() && sent - runningSince >= 2 * lease.interval()) {
            List.copyOf(claimants.values()).forEach(each -> each.driver().renewedLate(Duration.ofNanos(left)));
        }
        if (!heldBefore && lease.end().isPresent()) {
            List.copyOf(claimants.values()).forEach(each -> each.driver().tell(new Event.LeaseHeld()));
        }
    }

    /** The connection is back: what it negotiated may be shorter, and everyone wants to know how things stand. */
    void reconnected() {
        lease.negotiated(session.timeout().toNanos());
        publish();
        if (running && !asking) {
            renewal.cancel();
            renew();
        }
    }

    /** The session is over: the lease is too, for good. */
    void stop() {
        stopped = true;
        claimants.clear();
        renewal.cancel();
        expiry.cancel();
        lease.lapse();
        clock.clear();
    }

    private boolean isHeld() {
        return lease.end().isPresent() && !lease.hasLapsed(timeline.nanoTime());
    }

    private void renew() {
        if (stopped || claimants.isEmpty()) {
            running = false;
            return;
        }
        List<Claimant> asked = List.copyOf(claimants.values());
        List<Session.Check> checks =
                asked.stream().flatMap(each -> each.checks().stream()).toList();
        asking = true;
        long sent = timeline.nanoTime();
        // An answer that never comes (fault E10) costs one session timeout, not every term to come on this session.
        renewAfter(session.timeout());
        session.prove(checks, proof -> answered(sent, asked, proof));
    }

    private void answered(long sent, List<Claimant> asked, Session.Proof proof) {
        asking = false;
        if (stopped) {
            return;
        }
        renewal.cancel();
        if (proof instanceof Session.Proof.Confirmed) {
            succeeded(sent);
            renewAfter(Duration.ofNanos(lease.interval()));
        } else if (proof instanceof Session.Proof.Refuted refuted) {
            refute(asked, refuted.index());
            renew();
        } else {
            renewAfter(Duration.ofMillis(RETRY_FLOOR_MILLIS + random.nextInt(RETRY_SPREAD_MILLIS)));
        }
    }

    /** Tells the election whose check failed; it is left out of the next renewal, so that it costs the others nothing. */
    private void refute(List<Claimant> asked, int index) {
        int next = 0;
        for (Claimant claimant : asked) {
            boolean ownFailed = index == next;
            next += claimant.checks().size();
            if (index < next) {
                if (claimants.remove(claimant.driver(), claimant)) {
                    claimant.driver().tell(ownFailed ? new Event.NodeGone(claimant.own()) : new Event.BatonTouched());
                }
                return;
            }
        }
        throw new IllegalStateException("check " + index + " of " + next + " was refuted");
    }

    private void renewAfter(Duration delay) {
        renewal = timeline.schedule(delay, this::renew);
    }

    /** A lapse ends every term on this session before anything else is counted. */
    private void endIfLapsed(long now) {
        if (lease.hasLapsed(now)) {
            lease.lapse();
            clock.clear();
            List.copyOf(claimants.values()).forEach(each -> each.driver().tell(new Event.LeaseLapsed()));
        }
    }

    private void publish() {
        OptionalLong end = lease.end();
        end.ifPresent(clock::extendTo);
        if (end.isPresent()) {
            expiry.cancel();
            Duration left = Duration.ofNanos(Math.max(0, end.getAsLong() - timeline.nanoTime()));
            expiry = timeline.schedule(left, () -> endIfLapsed(timeline.nanoTime()));
        }
    }
}
