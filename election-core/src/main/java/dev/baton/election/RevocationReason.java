package dev.baton.election;

/** Why a term ended. */
public enum RevocationReason {
    /** The holder gave the baton up: {@link Leadership#close()}. */
    RESIGNED,
    /** The baton was passed to a named candidate: {@link Leadership#passTo}, or one of a higher priority asked for it. */
    PASSED,
    /** The election was closed: {@link LeaderElection#close()}. */
    CLOSED,
    /** The listener's {@link ElectionListener#elected} threw, so the term would have been one in name only. */
    CALLBACK_FAILED,
    /** The health check failed: {@link ElectionBuilder#healthCheck}. */
    UNHEALTHY,
    /** The connection went, under {@link DisconnectPolicy#STEP_DOWN_WHEN_DISCONNECTED}. */
    DISCONNECTED,
    /**
     * The lease ran out before ZooKeeper confirmed it again: a long pause of this process, a cut network, or no quorum.
     */
    LEASE_EXPIRED,
    /** The ZooKeeper session is over: expired, or its client was closed. */
    SESSION_LOST,
    /** The holder's own znode was deleted by somebody else, alone or with its parents. */
    ZNODE_DELETED,
    /** The baton was deleted, or written by somebody else. */
    BATON_TAKEN
}
