package dev.baton.election.cli;

/** What the command's exit codes mean; 0 to 2 are those of ZooKeeper's own shell. */
final class ExitCode {

    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int NO_LEADER = 3;
    static final int CANNOT_CONNECT = 4;
    static final int NOT_PERMITTED = 5;
    static final int LEADERSHIP_LOST = 6;
    static final int WAITED_IN_VAIN = 124;
    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private ExitCode() {}
}
