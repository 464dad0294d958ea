package dev.baton.election;

/** What a disconnect means for a term. */
public enum DisconnectPolicy {
    /**
     * Nothing, until the lease ends: the default. A rolling restart of the ensemble moves nobody, and still two terms
     * never overlap.
     */
    HOLD_UNTIL_LEASE_END,
    /** The end: for work that is better stopped than done without ZooKeeper in reach. Every short cut moves the leader. */
    STEP_DOWN_WHEN_DISCONNECTED
}
