package dev.baton.election.examples.scheduler.store;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * What became of an attempt.
 *
 * @param success whether the command ended with exit code 0, within its time
 * @param exitCode its exit code, absent if it was not started
 * @param output the end of what it printed
 * @param finished when it ended
 */
public record Outcome(boolean success, OptionalInt exitCode, String output, Instant finished) {

    /**
     * The state of a run that ends so.
     *
     * @return a final state
     */
    public RunState state() {
        return success ? RunState.SUCCEEDED : RunState.FAILED;
    }
}
