package dev.baton.election.examples.scheduler.store;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;

/** Under which a coordinator writes. */
public interface Term {

    /**
     * What every write carries, and the store compares.
     *
     * @return its token is greater than that of every term before
     */
    TermId id();

    /**
     * The token of the term.
     *
     * @return that of the {@link #id()}
     */
    default FencingToken token() {
        return id().token();
    }

    /**
     * The node whose term it is.
     *
     * @return its id
     */
    String holder();
}
