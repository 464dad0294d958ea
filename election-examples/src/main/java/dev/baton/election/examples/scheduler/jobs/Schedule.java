package dev.baton.election.examples.scheduler.jobs;

import java.time.Instant;
import java.util.Optional;

/**
 * When a job is due: a pure function of time, the same on every node, so that whoever takes over computes the same
 * times.
 */
public sealed interface Schedule permits Every, CronSchedule {

    /**
     * The first due time strictly after an instant.
     *
     * @param instant where to look from
     * @return the due time, absent if there will never be one
     */
    Optional<Instant> nextAfter(Instant instant);
}
