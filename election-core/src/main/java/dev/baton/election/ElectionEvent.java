package dev.baton.election;

import java.time.Duration;

/** Something that happened to a candidate, for metrics and logs; terms are better followed by the listener's calls. */
public sealed interface ElectionEvent {

    /**
     * It has a place in the queue.
     *
     * @param znode the name of its znode
     */
    record Joined(String znode) implements ElectionEvent {}

    /**
     * It waits.
     *
     * @param position how many are ahead
     * @param behind the znode that it waits for
     */
    record Queued(int position, String behind) implements ElectionEvent {}

    /**
     * It leads.
     *
     * @param token the token of the term
     */
    record Elected(FencingToken token) implements ElectionEvent {}

    /**
     * Its term is over.
     *
     * @param token the token of the term
     * @param reason why
     */
    record Revoked(FencingToken token, RevocationReason reason) implements ElectionEvent {}

    /**
     * ZooKeeper confirmed the lease when less than a fifth of the session timeout was left of it: a sign of long pauses,
     * a slow ensemble, or a session timeout that is too short for them.
     *
     * @param left what was left
     */
    record RenewedLate(Duration left) implements ElectionEvent {}

    /**
     * Something did not work.
     *
     * @param cause what, where, and what to do
     */
    record Failed(ElectionException cause) implements ElectionEvent {}

    /** What did not work works again. */
    record Recovered() implements ElectionEvent {}
}
