package dev.baton.integration.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.election.FencingToken;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.List;

/**
 * One thing that a candidate saw or did, or that was done to one, as one line of a history.
 *
 * <p>Instants are of {@link System#nanoTime()}, which all processes of one Linux host share, containers or not: that
 * makes the journals of several candidates one history.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @Type(value = Sighting.Run.class, name = "run"),
    @Type(value = Sighting.Started.class, name = "started"),
    @Type(value = Sighting.Elected.class, name = "elected"),
    @Type(value = Sighting.Held.class, name = "held"),
    @Type(value = Sighting.NotHeld.class, name = "notHeld"),
    @Type(value = Sighting.Woke.class, name = "woke"),
    @Type(value = Sighting.Write.class, name = "write"),
    @Type(value = Sighting.Update.class, name = "update"),
    @Type(value = Sighting.Revoked.class, name = "revoked"),
    @Type(value = Sighting.Failed.class, name = "failed"),
    @Type(value = Sighting.Crashed.class, name = "crashed"),
    @Type(value = Sighting.Stopping.class, name = "stopping"),
    @Type(value = Sighting.Stopped.class, name = "stopped"),
    @Type(value = Sighting.Fault.class, name = "fault"),
    @Type(value = Sighting.Healed.class, name = "healed"),
    @Type(value = Sighting.Calm.class, name = "calm"),
    @Type(value = Sighting.Entry.class, name = "entry"),
})
public sealed interface Sighting {

    /** When; the end of it, where it lasted. */
    long nanos();

    /**
     * What is to be known about the whole run.
     *
     * @param name for people
     * @param recipe what the candidates stand by
     * @param seed what the faults were drawn from; 0 if they were not drawn
     * @param control whether the run must show that the unfenced counter loses updates, or is void
     */
    record Run(String name, String recipe, long seed, long sessionMillis, long tickMillis, boolean control, long nanos)
            implements Sighting {

        /** By when somebody must lead again: session timeout + 2 ticks + 2 s. */
        public Duration bound() {
            return Duration.ofMillis(sessionMillis + 2 * tickMillis + 2_000);
        }
    }

    /** The candidate stands. */
    record Started(long nanos) implements Sighting {}

    /** The listener was told of a new term. */
    record Elected(FencingToken token, long nanos) implements Sighting {}

    /**
     * {@code isHeld()} was true at each of several samples in a row.
     *
     * <p>As a term that is over stays over, it was held without a gap between the two instants.
     *
     * @param from after the first of these samples returned
     * @param to before the last of these samples was asked for
     */
    record Held(FencingToken token, long from, long to) implements Sighting {
        @Override
        public long nanos() {
            return to;
        }
    }

    /** {@code isHeld()} was false for the first time, and is never asked again for this term. */
    record NotHeld(FencingToken token, long nanos) implements Sighting {}

    /**
     * The process was not run for a while.
     *
     * @param token the term that it was in when it stopped
     * @param pauseNanos how long
     * @param held what the first call of {@code isHeld()} after waking gave
     */
    record Woke(FencingToken token, long pauseNanos, boolean held, long nanos) implements Sighting {}

    /**
     * A fenced write was tried.
     *
     * @param stale whether it was tried on purpose after the term had been found to be over
     * @param entry the number of the entry that it made in the ledger, or -1
     * @param begin before it was called
     * @param end after it returned or threw
     */
    record Write(FencingToken token, Way way, Outcome outcome, boolean stale, long entry, long begin, long end)
            implements Sighting {
        @Override
        public long nanos() {
            return end;
        }
    }

    /**
     * A counter was read, thought about for a while, and overwritten with the next number.
     *
     * @param store which counter
     * @param read the number that was read, so that {@code read + 1} was written
     * @param begin before it was read
     * @param end after the write returned or threw
     */
    record Update(FencingToken token, Store store, long read, Outcome outcome, long begin, long end)
            implements Sighting {
        @Override
        public long nanos() {
            return end;
        }
    }

    /** The listener was told of the end of a term. */
    record Revoked(FencingToken token, RevocationReason reason, long nanos) implements Sighting {}

    /** The listener was told of a failure. */
    record Failed(String message, long nanos) implements Sighting {}

    /** A thread of the process died of an exception. */
    record Crashed(String thread, String exception, long nanos) implements Sighting {}

    /** The process was asked to end, and begins to close its election. */
    record Stopping(long nanos) implements Sighting {}

    /** The election is closed; the last line of a graceful end. */
    record Stopped(long nanos) implements Sighting {}

    /**
     * Something was done to a process, to its network or to ZooKeeper.
     *
     * @param number of this fault within its run
     * @param targets the ids of the candidates and servers that it was done to
     * @param detail for people
     */
    record Fault(int number, FaultKind kind, List<String> targets, String detail, long nanos) implements Sighting {}

    /** A fault is over: what it was done to works again. */
    record Healed(int number, long nanos) implements Sighting {}

    /** All faults are over, and from now on all must be well. */
    record Calm(long nanos) implements Sighting {}

    /** An entry of the ledger, read at the end; {@code number} is its place in ZooKeeper's order. */
    record Entry(FencingToken token, long number, long nanos) implements Sighting {}

    /** How a write is done. */
    enum Way {
        /** {@code write}, onto a znode that each term overwrites. */
        WRITE,
        /** {@code commit}, as one more entry of a ledger that nobody can change afterwards. */
        COMMIT
    }

    /** Which of the two counters. */
    enum Store {
        /** Written with the proof of the term. */
        FENCED,
        /** The negative control: written by a leader that asked {@code isHeld()} and then only believes. */
        UNFENCED
    }

    /** What a write came to. */
    enum Outcome {
        /** It returned. */
        ACCEPTED,
        /** {@link dev.baton.election.FencedException}: not applied. */
        REFUSED,
        /** {@link dev.baton.election.OutcomeUnknownException}, or no answer to a read that prepares it. */
        UNKNOWN
    }
}
