package dev.baton.election.examples.scheduler.jobs;

/** A jobs file cannot be used; the message is one line that names file, job, field and remedy. */
public final class JobsFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JobsFileException(String message) {
        super(message);
    }
}
