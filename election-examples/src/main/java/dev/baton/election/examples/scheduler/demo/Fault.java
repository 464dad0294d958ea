package dev.baton.election.examples.scheduler.demo;

/** What happens to the leader. */
public enum Fault {
    /** Its process is killed: SIGKILL. */
    KILL,
    /** Its process is stopped for longer than its session lasts, and goes on: SIGSTOP, SIGCONT. */
    PAUSE,
    /** Its process is told to end: SIGTERM. */
    STOP,
    /** Nothing. */
    NONE
}
