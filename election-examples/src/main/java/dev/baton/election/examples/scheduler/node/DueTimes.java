package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.jobs.Schedule;
import dev.baton.election.examples.scheduler.store.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The due times of one job that are to be submitted now.
 *
 * <p>They are counted from the last time handled and not from now: a time that fell into the gap between two
 * coordinators is so submitted by the next one, late but once.
 *
 * @param times the due times, oldest first
 * @param handledUntil from where to go on the next time
 */
record DueTimes(List<Instant> times, Instant handledUntil) {

    /** At most so many at once: after a long stillstand, one job must not keep the others waiting. */
    static final int LIMIT = 100;

    /**
     * Computes due times.
     *
     * @param schedule when the job is due
     * @param handled up to where it has been handled, absent if never
     * @param window what the operator permits
     * @param now the present
     * @return what is to be submitted, absent if there is nothing to write
     */
    static Optional<DueTimes> of(Schedule schedule, Optional<Instant> handled, Window window, Instant now) {
        Optional<Instant> origin = later(handled, window.opens());
        if (origin.isEmpty()) {
            // A new job begins now, and this is written down: the next coordinator's "now" would be another.
            return Optional.of(new DueTimes(List.of(), now));
        }
        Instant until = window.closes().filter(now::isAfter).orElse(now);
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = schedule.nextAfter(origin.get());
        while (next.isPresent() && !next.get().isAfter(until) && times.size() < LIMIT) {
            times.add(next.get());
            next = schedule.nextAfter(next.get());
        }
        return times.isEmpty()
                ? Optional.empty()
                : Optional.of(new DueTimes(List.copyOf(times), times.get(times.size() - 1)));
    }

    private static Optional<Instant> later(Optional<Instant> a, Optional<Instant> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.or(() -> b);
        }
        return a.get().isAfter(b.get()) ? a : b;
    }
}
