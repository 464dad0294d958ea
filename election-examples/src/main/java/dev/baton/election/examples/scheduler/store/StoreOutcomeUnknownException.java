package dev.baton.election.examples.scheduler.store;

/**
 * The connection went while a transaction was committed: it may or may not have been applied.
 *
 * <p>Every write of {@link RunStore} may simply be tried again after the state was read back: none has a second effect.
 */
public final class StoreOutcomeUnknownException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreOutcomeUnknownException(String message, Throwable cause) {
        super(message, cause);
    }
}
