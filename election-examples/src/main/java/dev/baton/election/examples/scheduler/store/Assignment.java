package dev.baton.election.examples.scheduler.store;

/**
 * A coordinator's decision who is to do an attempt.
 *
 * @param attempt what is to be done
 * @param worker by whom
 */
public record Assignment(Attempt attempt, String worker) {}
