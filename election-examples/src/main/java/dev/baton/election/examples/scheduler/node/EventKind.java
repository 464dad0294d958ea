package dev.baton.election.examples.scheduler.node;

/** What can happen on a node that people and the demo want to see. */
public enum EventKind {
    /** The node is ready; the subject is its process id. */
    UP,
    /** The node was elected; the subject is the token. */
    LEADS,
    /** The node made its first write under a token, the subject. */
    ACTS,
    /** The node's term is over; the subject is the token. */
    OVER,
    /** The coordinator found runs under way, and left them with their workers; the subject is their number. */
    ADOPTS,
    /** The coordinator submitted late runs, which had been due while nobody led; the subject is their number. */
    CATCHES_UP,
    /** The coordinator took runs away from a worker that is gone, the subject. */
    REASSIGNS,
    /** The worker starts an attempt, the subject. */
    STARTS,
    /** An attempt, the subject, succeeded. */
    DONE,
    /** An attempt, the subject, failed. */
    FAILED,
    /** The worker stopped an attempt, the subject, that is not its own any more. */
    STOPS,
    /** A write was refused; the subject is the token or attempt that it carried. */
    REFUSED,
    /** Rehearsal: a write under a token, the subject, is decided upon and held back. */
    HOLDS,
    /** Rehearsal: the held write under a token, the subject, goes out. */
    WAKES,
    /** Something does not work and is tried again; the subject is the part of the node. */
    TROUBLE,
    /** The node leaves. */
    LEAVES
}
