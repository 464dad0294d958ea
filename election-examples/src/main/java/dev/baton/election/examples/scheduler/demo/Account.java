package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Attempt;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunId;
import dev.baton.election.examples.scheduler.store.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was due, by the jobs' schedules alone, held against what the store says was done and what the ledger says was
 * executed.
 *
 * @param due how many runs were due
 * @param done how many of them ended
 * @param failed how many of those failed
 * @param reattempted how many of those took more than one attempt
 * @param lost runs that were due and did not end, or ended well without a trace in the ledger
 * @param duplicates attempts that were executed more than once, or that nobody was to make
 * @param notDue runs in the store that were not due
 */
record Account(
        int due,
        int done,
        long failed,
        long reattempted,
        List<String> lost,
        List<String> duplicates,
        List<String> notDue) {

    /**
     * Draws up the account.
     *
     * @param jobs what was to be run
     * @param ledgered the names of those that write to the ledger
     * @param opens due times after here were to be submitted
     * @param closes up to here
     * @param runs all runs of the store
     * @param ledger what was executed
     */
    static Account of(
            List<Job> jobs, Set<String> ledgered, Instant opens, Instant closes, List<Run> runs, Ledger ledger) {
        Set<RunId> due = due(jobs, opens, closes);
        Map<RunId, Run> stored = runs.stream().collect(Collectors.toMap(Run::id, Function.identity()));
        Map<Attempt, Integer> executed = new HashMap<>();
        ledger.executions().forEach(attempt -> executed.merge(attempt, 1, Integer::sum));
        List<String> lost = new ArrayList<>();
        int done = 0;
        for (RunId id : due) {
            Optional<Run> run = Optional.ofNullable(stored.get(id));
            if (run.isPresent() && run.get().state().isFinal()) {
                done++;
            }
            whyLost(run, ledgered, executed)
                    .ifPresent(why -> lost.add(id.job() + "@" + id.scheduledTime() + " " + why));
        }
        List<Run> ended = runs.stream().filter(run -> run.state().isFinal()).toList();
        return new Account(
                due.size(),
                done,
                ended.stream().filter(run -> run.state() == RunState.FAILED).count(),
                ended.stream().filter(run -> run.attempt() > 1).count(),
                List.copyOf(lost),
                duplicates(stored, executed),
                runs.stream()
                        .filter(run -> !due.contains(run.id()))
                        .map(run -> run.currentAttempt().toString())
                        .toList());
    }

    boolean isRight() {
        return lost.isEmpty() && duplicates.isEmpty() && notDue.isEmpty();
    }

    private static Set<RunId> due(List<Job> jobs, Instant opens, Instant closes) {
        Set<RunId> due = new java.util.LinkedHashSet<>();
        for (Job job : jobs) {
            Optional<Instant> next = job.schedule().nextAfter(opens);
            while (next.isPresent() && !next.get().isAfter(closes)) {
                due.add(new RunId(job.name(), next.get()));
                next = job.schedule().nextAfter(next.get());
            }
        }
        return due;
    }

    private static Optional<String> whyLost(Optional<Run> run, Set<String> ledgered, Map<Attempt, Integer> executed) {
        if (run.isEmpty()) {
            return Optional.of("was never submitted");
        }
        if (!run.get().state().isFinal()) {
            return Optional.of("is " + run.get().state());
        }
        boolean traceless = run.get().state() == RunState.SUCCEEDED
                && ledgered.contains(run.get().id().job())
                && !executed.containsKey(run.get().currentAttempt());
        return traceless ? Optional.of("succeeded by the store, but is not in the ledger") : Optional.empty();
    }

    private static List<String> duplicates(Map<RunId, Run> stored, Map<Attempt, Integer> executed) {
        TreeSet<String> duplicates = new TreeSet<>();
        executed.forEach((attempt, times) -> {
            Run run = stored.get(attempt.run());
            if (times > 1) {
                duplicates.add(attempt + " was executed " + times + " times");
            } else if (run == null || attempt.number() > run.attempt()) {
                duplicates.add(attempt + " was executed, and nobody was to");
            }
        });
        return List.copyOf(duplicates);
    }
}
