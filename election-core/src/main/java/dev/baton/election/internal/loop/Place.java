package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import java.util.function.Consumer;

/** The znodes of one election, as the loop sees them. Every call returns at once. */
public interface Place {

    /** The election's path, for people. */
    String path();

    /** The id of the candidate that stands here. */
    String candidateId();

    /**
     * Asks ZooKeeper on the given session, and on no other.
     *
     * @param tell told the reply, and later what the watches see; may be called from any thread
     */
    void perform(Session session, Action.Request request, Consumer<Event> tell);

    /** Takes back the watches of a stay in the queue that is over. */
    void unwatch(Session session);

    /** The check that a candidate's znode stands. */
    Session.Check candidate(String name);

    /** The check that the baton has this version. */
    Session.Check baton(int version);
}
