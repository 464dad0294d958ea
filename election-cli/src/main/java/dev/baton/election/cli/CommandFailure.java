package dev.baton.election.cli;

import org.jspecify.annotations.Nullable;

/** A command did not succeed: one line for people, and a code for scripts. */
final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    CommandFailure(int exitCode, String message) {
        this(exitCode, message, null);
    }

    int exitCode() {
        return exitCode;
    }
}
