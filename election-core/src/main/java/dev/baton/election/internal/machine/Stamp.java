package dev.baton.election.internal.machine;

/**
 * Who asks, and in which round: every question to ZooKeeper carries the round, and a reply of an earlier one is dropped.
 *
 * @param object 16 hexadecimal digits, random per election object, so that its own stray znodes can be told from others'
 * @param joins how often this object has joined the queue
 * @param round grows with every question
 */
public record Stamp(String object, int joins, long round) {

    Stamp next() {
        return new Stamp(object, joins, round + 1);
    }

    Stamp rejoin() {
        return new Stamp(object, joins + 1, round + 1);
    }

    /** The part of a znode's name that no other join, of this object or another, has. */
    String instance() {
        return object + "." + Integer.toString(joins, Character.MAX_RADIX);
    }
}
