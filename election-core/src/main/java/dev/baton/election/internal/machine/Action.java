package dev.baton.election.internal.machine;

import java.util.Optional;

/** A wish of a state. */
public sealed interface Action {

    /** A question to ZooKeeper; exactly one {@link Event.Reply} answers it, with the same round. */
    sealed interface Request extends Action {
        /** The round that asks. */
        long round();
    }

    /** Create the own znode. Answered by Joined, NoParent or Failed. */
    record Join(long round, String instance) implements Request {}

    /** Create the election's path, the baton and the queue's path where missing. Answered by Prepared or Failed. */
    record Prepare(long round) implements Request {}

    /** Find out whether a join has left a znode of this session. Answered by Settled or Failed. */
    record Settle(long round, String instance) implements Request {}

    /** Watch the own znode, then read the baton, then the queue. Answered by Seen or Failed. */
    record Look(long round, String own) implements Request {}

    /** Watch a candidate's znode. Answered by Watched or Failed. */
    record Watch(long round, String name) implements Request {}

    /** Watch the baton. Answered by BatonWatched or Failed. */
    record WatchBaton(long round) implements Request {}

    /** Take the baton whose holder is gone, and wake the one behind, who is next now. Answered by Claimed, Refused, NoParent or Failed. */
    record Claim(long round, Own own, Baton seen) implements Request {}

    /** Read the one who is to have the baton. Answered by SuccessorRead or Failed. */
    record ReadSuccessor(long round, String znode) implements Request {}

    /** Hand the baton over and delete the own znode. Answered by Passed, Refused or Failed. */
    record Pass(long round, Own own, Baton seen, Event.Successor successor) implements Request {}

    /** Write the holder's znode unchanged, which makes it look who stands. Answered by Asked or Failed. */
    record Ask(long round, String holder) implements Request {}

    /** Delete a znode of our own. Answered by Removed or Failed. */
    record Remove(long round, String name) implements Request {}

    /** Send RetryDue after a time that grows with the attempts, up to a cap. */
    record Retry(long round, int attempt) implements Action {}

    /** Send RetryDue after the cool-down of a listener that threw. */
    record CoolDown(long round) implements Action {}

    /** Send AskDue when the candidate has stood quietly for a while. */
    record AskLater(long round) implements Action {}

    /** Send PatienceOver when the listener has had the time to finish its work. */
    record Patience(long round) implements Action {}

    /** Keep the session's lease up, and prove with every renewal that the own znode, and the baton if held, stand. */
    record Renew(String own, Optional<Integer> batonVersion) implements Action {}

    /** This election needs no lease any more. */
    record StopRenewing() implements Action {}

    /** Take back the watches of a stay in the queue that is over. */
    record Unwatch() implements Action {}

    /** A term begins. */
    record Begin(Own own, long zxid, int batonVersion) implements Action {}

    /** The term is over. */
    record End(Ending ending) implements Action {}

    /** Tell the user what did not work. */
    record Report(Failure failure) implements Action {}

    /** All is done and nothing left behind. */
    record Finish() implements Action {}
}
