package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.Attempt;
import dev.baton.election.examples.scheduler.store.Outcome;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunState;
import dev.baton.election.examples.scheduler.store.RunStore;
import dev.baton.election.examples.scheduler.store.StoreException;
import dev.baton.election.examples.scheduler.store.StoreOutcomeUnknownException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs what is given to it, and only that.
 *
 * <p>It asks the store, not ZooKeeper, what is its own: a cut from ZooKeeper disturbs no job, and a run that was given to
 * another while this worker was thought dead is seen at the next turn and stopped.
 */
final class Worker {

    /** More than so many wait for their turn, assigned. */
    private static final int SLOTS = 8;

    private final String id;
    private final RunStore store;
    private final Map<String, Job> jobs;
    private final Clock clock;
    private final Events events;
    private final Recurring turns;
    /** Confined to the turns' thread until that has ended. */
    private final Map<Attempt, JobProcess> processes = new HashMap<>();

    Worker(String id, RunStore store, List<Job> jobs, Clock clock, Events events) {
        this.id = id;
        this.store = store;
        this.jobs = jobs.stream().collect(Collectors.toUnmodifiableMap(Job::name, Function.identity()));
        this.clock = clock;
        this.events = events;
        this.turns = new Recurring("worker-" + id, Duration.ofMillis(150), this::turnAndGoOn);
    }

    void start() {
        turns.start();
    }

    private boolean turnAndGoOn() {
        try {
            turn();
        } catch (StoreException | StoreOutcomeUnknownException failed) {
            // The jobs go on; everything else is tried again, and no write has a second effect.
            events.tell(EventKind.TROUBLE, "store", String.valueOf(failed.getMessage()));
        }
        return true;
    }

    /** Reports what has ended, stops what is not its own any more, starts what is new. */
    void turn() {
        reportEnded();
        List<Run> mine = store.openRunsOf(id);
        stopAllBut(mine.stream().map(Run::currentAttempt).collect(Collectors.toSet()));
        for (Run run : mine) {
            boolean fresh = !processes.containsKey(run.currentAttempt());
            if (fresh && processes.size() < SLOTS && mayStart(run)) {
                launch(run);
            }
        }
    }

    /**
     * Asks for an attempt. One that is running by the store but not here was asked for before, and the answer was lost:
     * nobody else can have started it, as a worker's id is of one process only.
     */
    private boolean mayStart(Run run) {
        return run.state() == RunState.RUNNING
                || store.start(new Assignment(run.currentAttempt(), id), clock.instant());
    }

    private void launch(Run run) {
        Job job = jobs.get(run.id().job());
        if (job == null) {
            fail(run, "this worker's jobs file has no job '" + run.id().job() + "'");
            return;
        }
        try {
            processes.put(run.currentAttempt(), JobProcess.start(job, run, id));
            events.tell(EventKind.STARTS, run.currentAttempt(), "under token " + run.token());
        } catch (IOException notStarted) {
            fail(run, String.valueOf(notStarted.getMessage()));
        }
    }

    private void fail(Run run, String why) {
        report(run.currentAttempt(), new Outcome(false, OptionalInt.empty(), why, clock.instant()));
    }

    private void reportEnded() {
        for (Attempt attempt : Set.copyOf(processes.keySet())) {
            JobProcess process = processes.get(attempt);
            if (process.ended()) {
                report(attempt, process.outcome(clock.instant()));
                processes.remove(attempt);
            }
        }
    }

    private void report(Attempt attempt, Outcome outcome) {
        if (!store.report(new Assignment(attempt, id), outcome)) {
            events.tell(EventKind.REFUSED, attempt, "by the store: its report is late, the run has another attempt");
        } else if (outcome.success()) {
            events.tell(EventKind.DONE, attempt, outcome.output());
        } else {
            events.tell(EventKind.FAILED, attempt, outcome.output());
        }
    }

    private void stopAllBut(Set<Attempt> mine) {
        for (Attempt attempt : Set.copyOf(processes.keySet())) {
            if (!mine.contains(attempt)) {
                processes.remove(attempt).kill();
                events.tell(EventKind.STOPS, attempt, "it was given to another while this worker was thought lost");
            }
        }
    }

    /**
     * Stops taking work, lets what is running end, and gives the rest back to be done elsewhere.
     *
     * @param limit how long running jobs are waited for
     */
    void drain(Duration limit) {
        turns.stop(Duration.ofSeconds(2));
        giveBack(RunState.ASSIGNED);
        Recurring ending = new Recurring("draining-" + id, Duration.ofMillis(50), this::stillEnding);
        ending.start();
        ending.awaitEnd(limit);
        ending.stop(Duration.ofSeconds(2));
        processes.values().forEach(JobProcess::kill);
        giveBack(RunState.RUNNING);
    }

    private boolean stillEnding() {
        try {
            reportEnded();
        } catch (StoreException | StoreOutcomeUnknownException failed) {
            events.tell(EventKind.TROUBLE, "store", String.valueOf(failed.getMessage()));
        }
        return !processes.isEmpty();
    }

    private void giveBack(RunState state) {
        try {
            for (Run run : store.openRunsOf(id)) {
                if (run.state() == state) {
                    store.giveBack(new Assignment(run.currentAttempt(), id));
                }
            }
        } catch (StoreException | StoreOutcomeUnknownException failed) {
            // The coordinator takes them back once this worker's znode is gone.
            events.tell(EventKind.TROUBLE, "store", String.valueOf(failed.getMessage()));
        }
    }
}
