package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.node.EventKind;
import dev.baton.election.examples.scheduler.node.NodeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What has been seen of the nodes so far; others wait here for what they want to see. */
final class Stage {

    /**
     * Something that a node told.
     *
     * @param node the node
     * @param event what it told
     * @param nanos when that was heard, by the monotonic clock
     */
    record Sighting(String node, NodeEvent event, long nanos) {

        boolean is(EventKind kind) {
            return event.kind() == kind;
        }
    }

    /** Few: starts and ends of runs, which the store remembers, are not kept. */
    private final List<Sighting> sightings = new ArrayList<>();

    private final LiveLog log;
    private boolean ending;

    Stage(LiveLog log) {
        this.log = log;
    }

    void heard(String node, NodeEvent event) {
        log.event(node, event);
        if (event.kind() != EventKind.STARTS && event.kind() != EventKind.DONE) {
            synchronized (this) {
                sightings.add(new Sighting(node, event, System.nanoTime()));
                notifyAll();
            }
        }
    }

    /** The user wants the demo to end. */
    synchronized void end() {
        ending = true;
        notifyAll();
    }

    synchronized boolean isEnding() {
        return ending;
    }

    /** The last node that began to act as a leader, and is not known to be out of office. */
    synchronized Optional<Sighting> leader() {
        Optional<Sighting> leader = Optional.empty();
        for (Sighting sighting : sightings) {
            if (sighting.is(EventKind.ACTS)) {
                leader = Optional.of(sighting);
            } else if (sighting.is(EventKind.OVER)
                    && leader.filter(l ->
                                    l.event().subject().equals(sighting.event().subject()))
                            .isPresent()) {
                leader = Optional.empty();
            }
        }
        return leader;
    }

    /** How often something was seen. */
    synchronized long count(EventKind kind) {
        return sightings.stream().filter(sighting -> sighting.is(kind)).count();
    }

    /** The first sighting after an instant that is wanted, waited for until the limit or the end of the demo. */
    synchronized Optional<Sighting> await(long sinceNanos, Duration limit, Predicate<Sighting> wanted) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            for (Sighting sighting : sightings) {
                if (sighting.nanos() - sinceNanos >= 0 && wanted.test(sighting)) {
                    return Optional.of(sighting);
                }
            }
            if (ending || !pause(deadline)) {
                return Optional.empty();
            }
        }
    }

    /** Lets time pass, but not beyond the end of the demo. */
    synchronized void passTime(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        while (!ending && pause(deadline)) {
            // Woken by an event: go on waiting.
        }
    }

    private boolean pause(long deadline) {
        long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (millis <= 0) {
            return false;
        }
        try {
            wait(millis);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
