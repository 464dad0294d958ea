package dev.baton.election.examples.scheduler.store;

import java.time.Instant;

/**
 * A write that was refused.
 *
 * @param author {@code coordinator} or {@code worker}
 * @param name the node or worker that tried
 * @param operation what it tried
 * @param carried what the write carried: a coordinator's token, a worker's attempt
 * @param newer what the store had instead
 * @param at when it was refused, by the clock of who was refused
 */
public record Refusal(String author, String name, String operation, String carried, String newer, Instant at) {

    /** The author of writes that carry a token. */
    public static final String COORDINATOR = "coordinator";

    /** The author of writes that carry an attempt. */
    public static final String WORKER = "worker";
}
