package dev.baton.election;

import org.jspecify.annotations.Nullable;

/** A write was not applied, because the term that it belongs to is over. */
public final class FencedException extends ElectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which write was refused, and the token of the term
     * @param cause what ZooKeeper said, absent if the term was known to be over without asking
     */
    public FencedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
