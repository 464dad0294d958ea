package dev.baton.election.examples.scheduler.node;

import java.util.List;

/** Who is there to work. */
interface Roster {

    /**
     * Makes sure that the next {@link #read()} sees all that happened before: a server that lags would show workers as
     * missing that the last coordinator had seen.
     */
    void catchUp() throws RosterException;

    /** The workers that are there. */
    List<Presence> read() throws RosterException;

    /** ZooKeeper did not say. */
    final class RosterException extends Exception {

        private static final long serialVersionUID = 1L;

        RosterException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
