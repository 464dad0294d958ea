package dev.baton.election;

/**
 * One candidate of an election, as read from ZooKeeper.
 *
 * @param id the id that it stands under
 * @param znode the name of its znode below {@code candidates}
 * @param priority how much it wants to lead
 * @param sequence the sequence number of its znode, which orders the queue
 * @param holder whether the baton names it
 */
public record Candidate(String id, String znode, int priority, int sequence, boolean holder) {}
