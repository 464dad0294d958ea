package dev.baton.election.internal.machine;

import java.util.List;
import java.util.Optional;

/** A fact that a state may react to. */
public sealed interface Event {

    /** An answer to a question of one round. */
    sealed interface Reply extends Event {
        /** The round that asked. */
        long round();
    }

    /** The own znode was created. */
    record Joined(long round, String name) implements Reply {}

    /** The own znode or the baton has no parent to stand below. */
    record NoParent(long round) implements Reply {}

    /** The election's path, the baton and the queue's path exist. */
    record Prepared(long round) implements Reply {}

    /** Whether a create whose answer was lost has left a znode of this session. */
    record Settled(long round, Optional<String> name) implements Reply {}

    /**
     * The own znode, the baton and the queue, read in this order.
     *
     * @param heir whom an operator wants the baton to be passed to, as the own znode says
     */
    record Seen(long round, boolean ownThere, Optional<Baton> baton, List<String> children, Optional<String> heir)
            implements Reply {

        /** No operator wants anything. */
        public Seen(long round, boolean ownThere, Optional<Baton> baton, List<String> children) {
            this(round, ownThere, baton, children, Optional.empty());
        }
    }

    /** A watch is set, unless the znode is not there. */
    record Watched(long round, String name, boolean there) implements Reply {}

    /** A watch is set on the baton, which has this version; empty if there is no baton. */
    record BatonWatched(long round, Optional<Integer> version) implements Reply {}

    /** The claim was applied: its transaction is the token. */
    record Claimed(long round, long zxid, int version) implements Reply {}

    /** The transaction was not applied, as one of its conditions does not hold. */
    record Refused(long round) implements Reply {}

    /** The znode of the one who is to have the baton; empty if it is gone. */
    record SuccessorRead(long round, Optional<Successor> successor) implements Reply {}

    /** The baton was passed and the own znode deleted. */
    record Passed(long round) implements Reply {}

    /** The znode is not there any more. */
    record Removed(long round, String name) implements Reply {}

    /** The request did not succeed. */
    record Failed(long round, Failure failure) implements Reply {}

    /** The time to wait before the next attempt is over. */
    record RetryDue(long round) implements Reply {}

    /** The candidate has stood quietly for long enough to ask for the baton. */
    record AskDue(long round) implements Reply {}

    /** The holder's znode was touched, if it was still there. */
    record Asked(long round) implements Reply {}

    /** The time that the listener has to finish its work is over. */
    record PatienceOver(long round) implements Reply {}

    /** There is a session that requests can be made on. */
    record SessionOpened() implements Event {}

    /** The session is over, and with it, sooner or later, everything ephemeral. */
    record SessionEnded() implements Event {}

    /** The connection is gone, and the user wants that to end a term. */
    record Disconnected() implements Event {}

    /** The health check has failed for long enough. */
    record Unwell() implements Event {}

    /** The health check passes again. */
    record Well() implements Event {}

    /** The connection is back, on the same session. */
    record Reconnected() implements Event {}

    /** A watched candidate's znode was deleted. */
    record NodeGone(String name) implements Event {}

    /** A watched candidate's znode was written. */
    record NodeChanged(String name) implements Event {}

    /** The baton was written or deleted. */
    record BatonTouched() implements Event {}

    /** The session's lease is held. */
    record LeaseHeld() implements Event {}

    /** The session's lease ran out. */
    record LeaseLapsed() implements Event {}

    /** It is long since everything was derived from ZooKeeper. */
    record ReviewDue() implements Event {}

    /** The user gives the term up. */
    record ResignAsked() implements Event {}

    /** The user passes the baton to the candidate with this znode. */
    record PassAsked(String heir) implements Event {}

    /** The user's listener threw when it was told that it leads. */
    record CallbackFailed() implements Event {}

    /** The user closes the election. */
    record CloseAsked() implements Event {}

    /** The listener has returned from being told that the term is over. */
    record Told() implements Event {}

    /**
     * The one who is to have the baton.
     *
     * @param znode the name of its znode
     * @param version the data version of its znode
     * @param data the data of its znode, to be written back unchanged: it wakes the successor
     */
    record Successor(String znode, int version, byte[] data) {}
}
