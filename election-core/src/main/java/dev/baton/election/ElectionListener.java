package dev.baton.election;

/**
 * Is told of the terms of one candidate.
 *
 * <p>All calls for one election are made one after another, in order, on a thread of the builder's executor: never on a
 * thread of ZooKeeper or Curator, and never under a lock. Any method of {@link LeaderElection} and {@link Leadership}
 * may be called from here. A call may take long: the term's end does not wait for it (ask {@link Leadership#isHeld()},
 * or use {@link Leadership#ended()}), but this candidate's next term does.
 */
public interface ElectionListener {

    /**
     * This candidate leads.
     *
     * <p>If this method throws, the term is resigned, as a leader in name only would help nobody, and the candidate
     * stands again after a cool-down.
     *
     * @param term the term, which may be over already when this is called
     */
    default void elected(Leadership term) {}

    /**
     * A term is over. Called exactly once for each {@link #elected}, after that has returned.
     *
     * <p>When the term was given up ({@link RevocationReason#RESIGNED}, {@link RevocationReason#PASSED}, {@link
     * RevocationReason#UNHEALTHY}, {@link RevocationReason#CLOSED}) the baton is passed only after this has returned, or
     * the close timeout has passed: the place to finish work.
     *
     * @param term the term, of which {@link Leadership#isHeld()} has been false since before this call
     * @param reason why it ended
     */
    default void revoked(Leadership term, RevocationReason reason) {}

    /**
     * Something that this candidate needs was refused or did not work. It goes on trying, with growing intervals.
     *
     * @param cause what was tried, on which path and session, and what to do about it
     */
    default void failed(ElectionException cause) {}

    /**
     * Something happened, of whatever kind; also called for what the other methods are called for, before them.
     *
     * @param event what happened
     */
    default void event(ElectionEvent event) {}
}
