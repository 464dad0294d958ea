package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Failure;

/** Takes what the loop has to tell the user. Called on the loop's thread; must return at once and call no stranger. */
public interface TermSink {

    /**
     * A term begins.
     *
     * @param driver of the election, to give the term up with
     */
    void begun(ElectionDriver driver, Term term);

    /**
     * The term is over, which {@link Term#isHeld()} says already.
     *
     * @param told to be run when the user's listener has returned from being told
     */
    void ended(Term term, Ending ending, Runnable told);

    /** Something happened that metrics and logs may want to know. */
    void noticed(Notice notice);

    /** Something did not work. */
    void failed(Failure failure);

    /** The election is closed and has left nothing behind. */
    void finished();
}
