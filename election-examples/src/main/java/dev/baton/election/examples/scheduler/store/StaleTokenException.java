package dev.baton.election.examples.scheduler.store;

import dev.baton.election.FencingToken;

/** A coordinator's write was refused, and nothing of it applied, because a newer term has written. */
public final class StaleTokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What the refused write carried. */
    private final FencingToken token;

    /** What the store had seen. */
    private final FencingToken newer;

    /** Whose token the newer one is. */
    private final String newerHolder;

    StaleTokenException(String operation, Term term, FencingToken newer, String newerHolder) {
        super("'" + operation + "' of " + term.holder() + " under token " + term.token()
                + " was refused: the store has seen token " + newer + " of " + newerHolder);
        this.token = term.token();
        this.newer = newer;
        this.newerHolder = newerHolder;
    }

    /**
     * The token that is too old.
     *
     * @return what the refused write carried
     */
    public FencingToken token() {
        return token;
    }

    /**
     * The token that the store has seen.
     *
     * @return greater than {@link #token()}; or equal to it, if two holders claim the same token
     */
    public FencingToken newer() {
        return newer;
    }

    /**
     * Whose term the newer token is of.
     *
     * @return the node's id
     */
    public String newerHolder() {
        return newerHolder;
    }
}
