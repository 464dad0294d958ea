package dev.baton.election.examples.scheduler.node;

/**
 * A worker that is there.
 *
 * @param worker its id, unique per process
 * @param accepting whether it takes new runs; one that is about to leave does not
 */
record Presence(String worker, boolean accepting) {}
