package dev.baton.integration.candidate;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.election.FencingToken;
import dev.baton.election.RevocationReason;

/**
 * One thing that a candidate saw or did, as one line of its journal.
 *
 * <p>Instants are of {@link System#nanoTime()}, which all processes of one Linux host share, containers or not: that
 * makes the journals of several candidates one history.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @Type(value = Sighting.Started.class, name = "started"),
    @Type(value = Sighting.Elected.class, name = "elected"),
    @Type(value = Sighting.Held.class, name = "held"),
    @Type(value = Sighting.NotHeld.class, name = "notHeld"),
    @Type(value = Sighting.Woke.class, name = "woke"),
    @Type(value = Sighting.Write.class, name = "write"),
    @Type(value = Sighting.Revoked.class, name = "revoked"),
    @Type(value = Sighting.Failed.class, name = "failed"),
    @Type(value = Sighting.Crashed.class, name = "crashed"),
    @Type(value = Sighting.Stopping.class, name = "stopping"),
    @Type(value = Sighting.Stopped.class, name = "stopped"),
})
public sealed interface Sighting {

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
    record Held(FencingToken token, long from, long to) implements Sighting {}

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
     * @param begin before it was called
     * @param end after it returned or threw
     */
    record Write(FencingToken token, Way way, Outcome outcome, boolean stale, long begin, long end)
            implements Sighting {}

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

    /** Through which method of {@link dev.baton.election.Leadership} a write goes. */
    enum Way {
        /** {@code write}, onto a znode that each term overwrites. */
        WRITE,
        /** {@code commit}, as one more entry of a ledger that nobody can change afterwards. */
        COMMIT
    }

    /** What a fenced write came to. */
    enum Outcome {
        /** It returned. */
        ACCEPTED,
        /** {@link dev.baton.election.FencedException}: not applied. */
        REFUSED,
        /** {@link dev.baton.election.OutcomeUnknownException}, or no answer to a read that prepares it. */
        UNKNOWN
    }
}
