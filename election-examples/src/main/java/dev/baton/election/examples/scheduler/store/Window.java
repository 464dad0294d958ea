package dev.baton.election.examples.scheduler.store;

import java.time.Instant;
import java.util.Optional;

/**
 * The span of due times that coordinators submit: set by the operator, kept in the store so that it holds for every
 * coordinator, the next one too.
 *
 * @param opens due times up to here are not submitted, absent for no such limit
 * @param closes due times after here are not submitted, absent for no such limit
 */
public record Window(Optional<Instant> opens, Optional<Instant> closes) {}
