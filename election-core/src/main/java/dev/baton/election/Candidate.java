package dev.baton.election;

import java.time.Instant;

/**
 * One candidate of an election, as read from ZooKeeper.
 *
 * @param id the id that it stands under
 * @param znode the name of its znode below {@code candidates}
 * @param priority how much it wants to lead
 * @param sequence the sequence number of its znode, which orders the queue
 * @param holder whether the baton names it
 * @param host the machine that it said it runs on; for people only
 * @param pid the process that it said it runs in; for people only
 * @param started when it began to stand, by its wall clock; for people only
 * @param session the ZooKeeper session that its znode is bound to
 */
public record Candidate(
        String id,
        String znode,
        int priority,
        int sequence,
        boolean holder,
        String host,
        long pid,
        Instant started,
        long session) {}
