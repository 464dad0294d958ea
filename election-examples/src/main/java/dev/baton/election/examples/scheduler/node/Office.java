package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.store.Term;

/** A term in office, as far as the coordinator needs to know it. */
interface Office extends Term {

    /** False from the moment on at which another may lead, without anything having to be delivered. */
    boolean isHeld();

    /**
     * Writes in ZooKeeper who coordinates, on condition that this term lasts.
     *
     * @throws dev.baton.election.FencedException if it is over
     * @throws dev.baton.election.ElectionException if the write failed, or its outcome is unknown
     */
    void proclaim();

    /** Gives the office up, without waiting for it. */
    void resign();
}
