package dev.baton.election.examples.scheduler.store;

import java.util.Optional;

/**
 * A run as the store has it.
 *
 * @param id job and scheduled time
 * @param state where it stands
 * @param attempt 1 at first; one more each time a worker lost it
 * @param worker who has or had it
 * @param token the token, as text, of the term that last decided on it
 */
public record Run(RunId id, RunState state, int attempt, Optional<String> worker, String token) {

    /**
     * This attempt of this run.
     *
     * @return what a worker's writes are conditional on, beside the worker itself
     */
    public Attempt currentAttempt() {
        return new Attempt(id, attempt);
    }
}
