package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Notice;
import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.loop.TermSink;
import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Failure;

/** Lets go of the loop when the election has finished. */
record Releasing(TermSink sink, Runnable release) implements TermSink {

    @Override
    public void begun(ElectionDriver driver, Term term) {
        sink.begun(driver, term);
    }

    @Override
    public void ended(Term term, Ending ending, Runnable told) {
        sink.ended(term, ending, told);
    }

    @Override
    public void noticed(Notice notice) {
        sink.noticed(notice);
    }

    @Override
    public void failed(Failure failure) {
        sink.failed(failure);
    }

    @Override
    public void finished() {
        release.run();
        sink.finished();
    }
}
