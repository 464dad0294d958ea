package dev.baton.election.examples.scheduler.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Due at every multiple of an interval since 1970-01-01T00:00:00Z.
 *
 * <p>Counted from a fixed origin and not from the last run or the coordinator's start: a new coordinator would
 * otherwise shift the times, and the same run would get another key.
 *
 * @param interval whole milliseconds, positive
 */
public record Every(Duration interval) implements Schedule {

    /**
     * Makes the schedule.
     *
     * @throws IllegalArgumentException if the interval is shorter than a millisecond
     */
    public Every {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("an interval must be at least 1ms, but is " + interval);
        }
    }

    @Override
    public Optional<Instant> nextAfter(Instant instant) {
        long step = interval.toMillis();
        return Optional.of(Instant.ofEpochMilli((Math.floorDiv(instant.toEpochMilli(), step) + 1) * step));
    }
}
