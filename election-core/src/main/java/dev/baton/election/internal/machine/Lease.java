package dev.baton.election.internal.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time up to which ZooKeeper cannot have expired a session: the previous-success rule.
 *
 * <p>Counting from the last success is wrong on a follower: a write commits without touching the leader's session
 * tracker, the touch travels with the follower's next ping, and dies with the follower. But a success that was
 * <em>answered</em> at least a ping interval before the last one was <em>sent</em> has been counted, since both travel
 * one ordered stream. So the lease counts from that one. After a lapse nothing earlier proves anything, as the session
 * may have been on its way to expiry when the late success came.
 *
 * <p>Has no clock: every time is an argument, in nanoseconds of one monotonic clock whose zero may be anywhere. Not
 * thread-safe; the loop owns it. The derivation is in {@code docs/adr/0003-lease-counts-from-the-previous-success.md};
 * the behaviour of the server in its {@code LearnerHandler}, {@code SessionTrackerImpl} and {@code ExpiryQueue}.
 */
public final class Lease {

    private record Success(long sent, long answered) {}

    private final Deque<Success> successes = new ArrayDeque<>();
    private long timeout;
    private boolean set;
    private long base;

    /**
     * Starts without a lease.
     *
     * @param timeout the negotiated session timeout in nanoseconds
     */
    public Lease(long timeout) {
        this.timeout = timeout;
    }

    /** How long after an answer the next renewal is to be sent, and how far apart two successes must be: a fifth. */
    public long interval() {
        return timeout / 5;
    }

    /** Takes note of a negotiated timeout; only the smallest one ever counts, and it shortens a lease that stands. */
    public void negotiated(long nanos) {
        timeout = Math.min(timeout, nanos);
    }

    /**
     * Takes note of a write that a quorum confirmed.
     *
     * @param sent when it was sent, read before sending
     * @param answered when the answer was seen, read after it came
     */
    public void succeeded(long sent, long answered) {
        if (hasLapsed(answered)) {
            lapse();
        }
        newestAnsweredBy(sent - interval()).ifPresent(proof -> {
            boolean stood = set;
            base = stood && base - proof.sent() > 0 ? base : proof.sent();
            // A first one that ends before a renewal could extend it is worth no term: it would be over at once.
            set = base + length() - answered > (stood ? 0 : interval());
        });
        successes.addLast(new Success(sent, answered));
    }

    /** The newest success answered by then; those before it are forgotten, as it proves more than they do. */
    private Optional<Success> newestAnsweredBy(long limit) {
        Optional<Success> newest = Optional.empty();
        while (!successes.isEmpty() && successes.peekFirst().answered() - limit <= 0) {
            newest = Optional.of(successes.removeFirst());
        }
        newest.ifPresent(successes::addFirst);
        return newest;
    }

    /** Whether a lease was held, and is over at this time. */
    public boolean hasLapsed(long now) {
        return set && now - (base + length()) >= 0;
    }

    /** Ends the lease and forgets every success. */
    public void lapse() {
        set = false;
        successes.clear();
    }

    /** When the lease ends; empty if none is held. */
    public OptionalLong end() {
        return set ? OptionalLong.of(base + length()) : OptionalLong.empty();
    }

    /** Nine tenths: clocks of client and server may differ in rate. */
    private long length() {
        return timeout / 10 * 9;
    }
}
