package dev.baton.election.examples.scheduler.store;

/**
 * One attempt at a run. No attempt is executed twice.
 *
 * @param run the run
 * @param number from 1
 */
public record Attempt(RunId run, int number) {

    /** As people read it, for example {@code report@2026-03-01T10:00:00Z#1}. */
    @Override
    public String toString() {
        return run.job() + "@" + run.scheduledTime() + "#" + number;
    }
}
