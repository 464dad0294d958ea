package dev.baton.integration.candidate;

import dev.baton.election.FencingToken;

/** A term in the eyes of who works under it, whatever recipe it came by. */
interface Tenure {

    /** What tells it from all others. */
    FencingToken token();

    /** Whether the recipe says that it is held. */
    boolean isHeld();

    /** Whether a write under it is refused when it is over. */
    boolean isFenced();

    /** Overwrites a znode. */
    void write(String path, byte[] data) throws Exception;

    /** Adds an entry to a ledger, and returns the path of the entry. */
    String append(String ledger, byte[] data) throws Exception;
}
