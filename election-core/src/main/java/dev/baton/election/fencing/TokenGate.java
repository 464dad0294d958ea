package dev.baton.election.fencing;

import dev.baton.election.ElectionException;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.TermId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A gate that the write goes through: it holds the gate shut to all others while the write runs.
 *
 * <p>For resources that have no transactions of their own, to which a comparison could be added. Those that have are
 * guarded within them, by {@link JdbcTokenGate} and {@link ZnodeTokenGate}.
 *
 * <p>A term is let in if it {@linkplain TermId#mayFollow may follow} the highest that was let in to this resource, which
 * it then becomes, also if its write fails. Comparing and writing are one: from before the comparison until the write
 * has returned nobody else is let in, so no write is applied after one of a greater token. Writes to one resource come
 * one after another, those to different resources do not wait for each other.
 *
 * <p>The write runs on the caller's thread. It must not go through the gate of the same resource again, and its own
 * exception reaches the caller unchanged. Names of resources are 1 to 200 printable ASCII characters without blanks.
 *
 * <p>Thread-safe.
 */
public sealed interface TokenGate permits InMemoryTokenGate, FileTokenGate {

    /** How many operations of each resource are remembered: the newest. */
    int REMEMBERED_OPERATIONS = 64;

    /**
     * Runs a write if the term is let in.
     *
     * @param <T> what the write returns
     * @param <X> what the write throws
     * @param resource what is written to
     * @param term under which it is written
     * @param write the write
     * @return what the write returned
     * @throws StaleTokenException if the term is refused; the write did not run
     * @throws ElectionException if the gate itself could not be used; the write did not run
     * @throws X what the write threw
     */
    <T extends @Nullable Object, X extends Exception> T guard(String resource, TermId term, GuardedWrite<T, X> write)
            throws X;

    /**
     * Runs a write if the term is let in and the write has not been applied before.
     *
     * <p>May be called again, by this term or a later one, until it returns. A write that has begun and did not finish
     * runs again, so it must bear that; one that has finished does not, while its operation is remembered.
     *
     * @param <X> what the write throws
     * @param resource what is written to
     * @param term under which it is written
     * @param operation the id of this write, under which it can be looked up
     * @param write the write
     * @return whether it ran; false if it was applied before
     * @throws StaleTokenException if the term is refused; the write did not run
     * @throws OutcomeUnknownException if the write was applied, but that could not be noted
     * @throws ElectionException if the gate itself could not be used; the write did not run
     * @throws X what the write threw
     */
    <X extends Exception> boolean guardOnce(String resource, TermId term, String operation, GuardedWrite<?, X> write)
            throws X;

    /**
     * What became of a write. Waits for one that is under way.
     *
     * <p>The answer is final once a later term was let in; before, a write that is unknown here may still come.
     *
     * @param resource what was to be written to
     * @param operation the id of the write
     * @return empty if it was not let in, or is not among the {@value #REMEMBERED_OPERATIONS} newest any more
     * @throws ElectionException if the gate could not be read
     */
    Optional<Operation> operation(String resource, String operation);

    /**
     * The highest term that was let in.
     *
     * @param resource the resource
     * @return empty if none was
     * @throws ElectionException if the gate could not be read
     */
    Optional<TermId> highest(String resource);
}
