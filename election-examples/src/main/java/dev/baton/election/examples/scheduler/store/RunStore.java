package dev.baton.election.examples.scheduler.store;

import dev.baton.election.fencing.StaleTokenException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The state of the scheduler, shared by all nodes.
 *
 * <p>A coordinator's write (its first parameter is a {@link Term}) is one transaction that begins with the fence: it is
 * applied; or refused, with {@link StaleTokenException}, if a newer token has written; or {@linkplain
 * StoreOutcomeUnknownException unknown}. A worker's write is conditional on attempt and worker, and tells whether it was
 * applied. Every write may be tried again.
 */
public interface RunStore extends AutoCloseable {

    // --- the coordinator's writes

    /**
     * Begins a term: from here on the store refuses every older token. Terms left open by crashed holders are ended.
     *
     * @param term the new term
     * @param at when
     */
    void begin(Term term, Instant at);

    /**
     * Submits runs of one job that are due, and notes up to where its due times have been handled. A run that is there
     * already stays as it is.
     *
     * @param term the coordinator's term
     * @param job the job's name
     * @param due the due times, possibly none
     * @param handledUntil the instant from which the next due time is to be computed
     * @return how many runs are new
     */
    int submit(Term term, String job, List<Instant> due, Instant handledUntil);

    /**
     * Gives waiting runs to workers. An attempt that is not waiting (any more) is left out.
     *
     * @param term the coordinator's term
     * @param assignments who is to do what
     * @return how many runs were given out
     */
    int assign(Term term, List<Assignment> assignments);

    /**
     * Takes attempts away from their workers: the runs wait again, with a higher attempt. Those that have ended
     * meanwhile stay as they are.
     *
     * @param term the coordinator's term
     * @param lost the attempts, with the workers that had them
     * @return how many runs wait again
     */
    int takeBack(Term term, Collection<Assignment> lost);

    /**
     * Ends a term.
     *
     * @param term the term
     * @param reason why
     * @param at when
     */
    void end(Term term, String reason, Instant at);

    // --- the workers' writes

    /**
     * A worker is about to start an attempt.
     *
     * @param assignment which, and who
     * @param at when
     * @return true if it is to start it; false if it was given to another meanwhile
     */
    boolean start(Assignment assignment, Instant at);

    /**
     * A worker reports how an attempt ended. Repeating it is harmless.
     *
     * @param assignment which, and who
     * @param outcome how it ended
     * @return true if that is how the run ended; false if the attempt is not (any more) the worker's
     */
    boolean report(Assignment assignment, Outcome outcome);

    /**
     * A worker that leaves gives an attempt back; the run waits again, with a higher attempt.
     *
     * @param assignment which, and who
     * @return true if it was the worker's to give back
     */
    boolean giveBack(Assignment assignment);

    // --- what the operator says

    /**
     * Sets the span of due times to be submitted.
     *
     * @param window the span
     */
    void setWindow(Window window);

    // --- reading

    /**
     * The operator's span.
     *
     * @return without limits, if none was ever set
     */
    Window window();

    /**
     * Up to where the due times of each job have been handled.
     *
     * @return instants by job name; a job that was never handled is absent
     */
    Map<String, Instant> handledUntil();

    /**
     * The runs that are waiting, assigned or running.
     *
     * @return oldest first
     */
    List<Run> openRuns();

    /**
     * The runs that are assigned to a worker, or running on it.
     *
     * @param worker the worker
     * @return oldest first
     */
    List<Run> openRunsOf(String worker);

    /**
     * Every run there is.
     *
     * @return oldest first
     */
    List<Run> allRuns();

    /**
     * The terms that have written.
     *
     * @return oldest first
     */
    List<TermRecord> terms();

    /**
     * The writes that were refused.
     *
     * @return oldest first
     */
    List<Refusal> refusals();

    @Override
    void close();
}
