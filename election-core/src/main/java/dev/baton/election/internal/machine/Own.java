package dev.baton.election.internal.machine;

/**
 * The candidate's own znode, bound to the session that created it.
 *
 * @param name its name below {@code candidates}
 * @param sequence its sequence number
 */
public record Own(String name, int sequence) {

    int priority() {
        return CandidateName.priorityOf(name);
    }
}
