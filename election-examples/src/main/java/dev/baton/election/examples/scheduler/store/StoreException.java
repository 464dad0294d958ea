package dev.baton.election.examples.scheduler.store;

import org.jspecify.annotations.Nullable;

/** A transaction was not applied, for a reason that says nothing about tokens: no connection, a full disk, a bad URL. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
