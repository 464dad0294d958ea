package dev.baton.election;

import org.jspecify.annotations.Nullable;

/** An operation of an election did not succeed; the message names what was tried, where, and what to do. */
public class ElectionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what was tried, on which path and session, and what to do
     * @param cause what ZooKeeper said, if it said something
     */
    public ElectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
