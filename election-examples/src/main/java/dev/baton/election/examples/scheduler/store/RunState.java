package dev.baton.election.examples.scheduler.store;

/** Where a run stands. */
public enum RunState {
    /** Submitted; no worker has it. */
    WAITING,
    /** Given to a worker that has not started it. */
    ASSIGNED,
    /** Started by its worker. */
    RUNNING,
    /** Its command ended with exit code 0. */
    SUCCEEDED,
    /** Its command ended with another code, could not be started, or was killed at its timeout. */
    FAILED;

    /**
     * Whether nothing more will become of it.
     *
     * @return true if it succeeded or failed
     */
    public boolean isFinal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
