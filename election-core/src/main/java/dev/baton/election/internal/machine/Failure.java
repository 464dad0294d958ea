package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Something that did not work, in words for people.
 *
 * @param kind what kind of failure, so that the same one is told once
 * @param message what was tried, on which path and session, and what to do
 * @param cause what was thrown, if something was
 */
public record Failure(Kind kind, String message, Optional<Throwable> cause) {

    /** The kinds of failure. */
    public enum Kind {
        /** The connection went before the answer came: the operation may or may not have been applied. */
        CONNECTION,
        /** No server has been reached for so long that people should know. */
        UNREACHABLE,
        /** The session of the operation is over. */
        SESSION_OVER,
        /** The client was closed by its owner. */
        CLIENT_CLOSED,
        /** An ACL or the sign-in stands in the way. */
        NOT_PERMITTED,
        /** The chroot of the connect string does not exist. */
        NO_CHROOT,
        /** The server is read-only, as it has no quorum. */
        READ_ONLY,
        /** The session timeout is too short for the lease. */
        SESSION_TOO_SHORT,
        /** The sequence numbers of the path are used up. */
        SEQUENCE_LIMIT,
        /** The user's listener or executor threw. */
        CALLBACK,
        /** Anything else. */
        OTHER
    }

    /** Whether the operation may have been applied all the same. */
    boolean isOutcomeUnknown() {
        return kind == Kind.CONNECTION || kind == Kind.OTHER;
    }
}
