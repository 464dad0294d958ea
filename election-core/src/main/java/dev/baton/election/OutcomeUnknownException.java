package dev.baton.election;

import org.jspecify.annotations.Nullable;

/**
 * The connection went before the answer came: the write may or may not have been applied.
 *
 * <p>Read the data back to find out. Repeating the write is harmless only if it is idempotent.
 */
public final class OutcomeUnknownException extends ElectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which write is in doubt, and the token of the term
     * @param cause what the ZooKeeper client said, absent if it said nothing in time
     */
    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
