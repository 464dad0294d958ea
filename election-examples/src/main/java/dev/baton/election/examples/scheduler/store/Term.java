package dev.baton.election.examples.scheduler.store;

import dev.baton.election.FencingToken;

/** Under which a coordinator writes. */
public interface Term {

    /**
     * The token that every write carries.
     *
     * @return greater than that of every term before
     */
    FencingToken token();

    /**
     * The node whose term it is.
     *
     * @return its id
     */
    String holder();
}
