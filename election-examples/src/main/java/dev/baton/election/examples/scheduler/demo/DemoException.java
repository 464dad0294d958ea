package dev.baton.election.examples.scheduler.demo;

/** The demo cannot go on; the message is one line for people. */
final class DemoException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    DemoException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
