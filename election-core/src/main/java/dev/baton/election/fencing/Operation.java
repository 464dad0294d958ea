package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.util.Objects;

/**
 * A write that a gate remembers by an id of the caller's, so that one whose outcome is unknown can be looked up.
 *
 * @param id the caller's, unique for the resource: 1 to 200 printable ASCII characters without blanks
 * @param term the term under which it was let in
 * @param finished whether it was applied; if not, it was let in and its end was not noted, as its process died or it
 *     threw, so that all, part or nothing of it may have been applied. Where the id is part of the store's own
 *     transaction, as with {@link JdbcTokenGate} and {@link ZnodeTokenGate}, every operation is finished
 */
public record Operation(String id, TermId term, boolean finished) {

    /**
     * Makes a record of an operation.
     *
     * @throws IllegalArgumentException if the id is not 1 to 200 printable ASCII characters without blanks
     */
    public Operation {
        Names.check("operation", id);
        Objects.requireNonNull(term, "the term of an operation");
    }
}
