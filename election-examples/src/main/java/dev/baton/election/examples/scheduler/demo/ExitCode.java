package dev.baton.election.examples.scheduler.demo;

/** The demo's exit codes. */
final class ExitCode {

    /** All well. */
    static final int WELL = 0;
    /** Something that nothing below describes. */
    static final int ERROR = 1;
    /** A wrong option. */
    static final int USAGE = 2;
    /** A wrong jobs file. */
    static final int JOBS_FILE = 3;
    /** Runs were lost, or executed twice in one attempt. */
    static final int ACCOUNT = 4;
    /** No next leader within the bound. */
    static final int NO_LEADER = 5;
    /** A woken leader's write was not refused. */
    static final int NOT_REFUSED = 6;

    private ExitCode() {}
}
