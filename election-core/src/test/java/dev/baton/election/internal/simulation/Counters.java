package dev.baton.election.internal.simulation;

import java.util.Map;
import java.util.TreeMap;

/** How often each thing happened that a simulation is there to reach. */
final class Counters {

    private final Map<String, Long> counts = new TreeMap<>();

    void add(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    void add(Counters others) {
        others.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
    }

    long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
