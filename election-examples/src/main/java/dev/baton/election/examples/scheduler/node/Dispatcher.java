package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides who does what: the least loaded worker first, and among equals the one that was given a run longest ago.
 *
 * <p>Belongs to one term. Not thread-safe; the coordinator's thread owns it.
 */
final class Dispatcher {

    private final Map<String, Long> lastGiven = new HashMap<>();
    private long given;

    /** Waiting runs, oldest first, to workers that accept. */
    List<Assignment> assign(List<Run> open, List<Presence> present) {
        Map<String, Integer> load = new HashMap<>();
        present.stream().filter(Presence::accepting).forEach(presence -> load.put(presence.worker(), 0));
        open.forEach(run -> run.worker().ifPresent(worker -> load.computeIfPresent(worker, (w, runs) -> runs + 1)));
        List<Assignment> assignments = new ArrayList<>();
        for (Run run : open) {
            if (run.state() == RunState.WAITING && !load.isEmpty()) {
                String worker = leastLoaded(load);
                load.merge(worker, 1, Integer::sum);
                lastGiven.put(worker, ++given);
                assignments.add(new Assignment(run.currentAttempt(), worker));
            }
        }
        return assignments;
    }

    /** Runs whose worker is gone. */
    static List<Assignment> lost(List<Run> open, List<Presence> present) {
        Set<String> there = present.stream().map(Presence::worker).collect(Collectors.toSet());
        return open.stream()
                .filter(run ->
                        run.worker().isPresent() && !there.contains(run.worker().get()))
                .map(run -> new Assignment(run.currentAttempt(), run.worker().orElseThrow()))
                .toList();
    }

    private String leastLoaded(Map<String, Integer> load) {
        return load.keySet().stream()
                .min(Comparator.<String>comparingInt(load::get)
                        .thenComparing(worker -> lastGiven.getOrDefault(worker, 0L))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }
}
