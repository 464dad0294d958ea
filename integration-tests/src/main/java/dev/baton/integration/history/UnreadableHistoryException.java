package dev.baton.integration.history;

/** A file is no history; the message names the file, the line and what is wrong with it. */
public final class UnreadableHistoryException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableHistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
