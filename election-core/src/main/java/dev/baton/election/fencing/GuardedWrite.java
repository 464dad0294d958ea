package dev.baton.election.fencing;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link TokenGate} lets in, or not.
 *
 * @param <T> what it returns
 * @param <X> what it throws
 */
@FunctionalInterface
public interface GuardedWrite<T extends @Nullable Object, X extends Exception> {

    /**
     * Writes.
     *
     * @return whatever the caller wants of it
     * @throws X if it fails
     */
    T run() throws X;
}
