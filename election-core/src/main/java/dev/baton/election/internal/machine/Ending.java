package dev.baton.election.internal.machine;

/** Why a term ended; the public face tells it as {@code RevocationReason}, whose constants have the same names. */
public enum Ending {
    /** The holder gave it up. */
    RESIGNED,
    /** The holder passed it to a candidate of its choice. */
    PASSED,
    /** The election was closed. */
    CLOSED,
    /** The listener threw. */
    CALLBACK_FAILED,
    /** The health check failed. */
    UNHEALTHY,
    /** The connection went, and the user wants that to end a term. */
    DISCONNECTED,
    /** The lease ran out. */
    LEASE_EXPIRED,
    /** The session is over. */
    SESSION_LOST,
    /** The own znode is gone. */
    ZNODE_DELETED,
    /** The baton was deleted, or written by another. */
    BATON_TAKEN
}
