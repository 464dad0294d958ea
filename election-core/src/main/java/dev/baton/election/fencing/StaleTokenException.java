package dev.baton.election.fencing;

import dev.baton.election.ElectionException;
import dev.baton.election.TermId;

/**
 * A write was refused, and nothing of it applied, because the resource has seen a term that this one may not follow.
 *
 * <p>Who catches it leads no more, whatever it believes: stop the term's work and close the {@link
 * dev.baton.election.Leadership}. If ZooKeeper confirms the term all the same, the ensemble has lost its memory; {@code
 * docs/operations.md} has the remedy.
 */
public final class StaleTokenException extends ElectionException {

    private static final long serialVersionUID = 1L;

    /** What was to be written to. */
    private final String resource;

    /** The term that was refused. */
    private final TermId presented;

    /** The term that the resource has seen. */
    private final TermId highest;

    /**
     * Makes an exception.
     *
     * @param resource what was to be written to
     * @param presented the term that the write carried
     * @param highest the highest term that the resource has seen
     */
    public StaleTokenException(String resource, TermId presented, TermId highest) {
        super(message(resource, presented, highest), null);
        this.resource = resource;
        this.presented = presented;
        this.highest = highest;
    }

    private static String message(String resource, TermId presented, TermId highest) {
        boolean repeated = presented.token().asLong() == highest.token().asLong();
        return "A write to '" + resource + "' under token " + presented.token() + " of " + presented.holder()
                + " was refused and not applied: the resource has seen token " + highest.token() + " of "
                + highest.holder()
                + (repeated
                        ? ". One number of two holders: the ensemble was restored or wiped and hands tokens out again."
                                + " Raise acceptedEpoch on its servers, see docs/operations.md"
                        : ". Stop this term's work and close it, another leads; if ZooKeeper says that none does, the"
                                + " ensemble was restored or wiped, see docs/operations.md");
    }

    /**
     * What was to be written to.
     *
     * @return the resource's name
     */
    public String resource() {
        return resource;
    }

    /**
     * The term that was refused.
     *
     * @return what the write carried
     */
    public TermId presented() {
        return presented;
    }

    /**
     * The term that the resource has seen.
     *
     * @return one of a greater token, or of the same token and another holder
     */
    public TermId highest() {
        return highest;
    }
}
