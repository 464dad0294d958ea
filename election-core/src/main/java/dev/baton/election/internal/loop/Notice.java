package dev.baton.election.internal.loop;

import java.time.Duration;

/** Something that happened to a candidate, beside the terms and failures it is told of anyway. */
public sealed interface Notice {

    /** It has a place in the queue. */
    record Joined(String znode) implements Notice {}

    /** It waits behind another. */
    record Queued(int position, String behind) implements Notice {}

    /** A renewal came when little of the lease was left. */
    record RenewedLate(Duration left) implements Notice {}

    /** What did not work works again. */
    record Recovered() implements Notice {}
}
