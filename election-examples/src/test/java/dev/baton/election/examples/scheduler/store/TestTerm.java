package dev.baton.election.examples.scheduler.store;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;

/** A term of a given zxid. */
public record TestTerm(FencingToken token, String holder) implements Term {

    @Override
    public TermId id() {
        return new TermId(token, holder);
    }

    /** A term whose holder is named after its token. */
    public static TestTerm of(long zxid) {
        return of(zxid, "node-" + zxid);
    }

    /** A term of a given holder. */
    public static TestTerm of(long zxid, String holder) {
        return new TestTerm(new FencingToken(zxid, 1), holder);
    }
}
