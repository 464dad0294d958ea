package dev.baton.election.internal.simulation;

import java.util.Locale;

/**
 * Something that goes wrong, or that somebody does.
 *
 * @param at when
 * @param target a number that picks whom it happens to
 * @param span how long it lasts, if it lasts
 */
record Fault(Kind kind, long at, int target, long span) {

    /** What can happen. */
    enum Kind {
        /** The connection is reset; some requests under way still arrive. */
        CUT,
        /** Nothing goes in either direction. */
        PARTITION,
        /** Requests get lost, and the connection seems to stand. */
        MUTE,
        /** Answers and events get lost, and the connection seems to stand. */
        DEAF,
        /** The next write is applied, but its answer lost with the connection. */
        ANSWER_LOST,
        /** The next request is lost with the connection. */
        REQUEST_LOST,
        /** Messages take long. */
        SLOW_NETWORK,
        /** Events of watches get lost. */
        EVENTS_LOST,
        /** What the client says of its connection comes late, and out of order with the rest. */
        LATE_NEWS,
        /** The process stops, and its clock goes on. */
        PAUSE,
        /** The process is killed, and started again later. */
        KILL,
        /** The client gives up its session, which the server keeps until it expires. */
        ZOMBIE,
        /** The client gives up its session, but goes on pinging it. */
        LEAK,
        /** The server it is connected to dies, and comes back later; its process cannot reach another meanwhile. */
        SERVER_DIES,
        /** The followers lag behind. */
        LAG,
        /** The ensemble has no majority. */
        QUORUM_LOSS,
        /** An operator deletes the leader's znode. */
        LEADER_DELETED,
        /** An operator deletes a candidate's znode. */
        CANDIDATE_DELETED,
        /** An operator deletes the baton. */
        BATON_DELETED,
        /** An operator writes nonsense into the baton. */
        BATON_SPOILED,
        /** An operator deletes the election with all that is in it. */
        ALL_DELETED,
        /** A leader resigns. */
        RESIGN,
        /** A leader passes the baton to one whom it names. */
        PASS,
        /** An election is closed, and started again later. */
        CLOSE,
        /** A listener throws when it is next elected. */
        LISTENER_THROWS,
        /** A listener takes long to return. */
        LISTENER_SLOW,
        /** The health check fails for a while. */
        UNWELL
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%8.4f %s target=%d span=%.3f",
                (double) at / World.SECOND,
                kind,
                target,
                (double) span / World.SECOND);
    }
}
