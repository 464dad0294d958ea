package dev.baton.election.trials;

import java.time.Duration;
import java.util.List;

/** What a session sends before its follower is killed, in the words of the semantics paper. */
enum Script {
    /** A1: one write proves nothing yet. */
    ONCE(List.of(), false),
    /** A2: two writes, an interval apart. */
    TWICE(List.of(1.1), false),
    /** As a leader renews in the field. */
    STEADY(List.of(3.3, 2.2, 1.1), false),
    /** A3: a read, then a write; our rule counts no read. */
    READ_FIRST(List.of(1.1), true),
    /** A4: two writes too close for the earlier to count. */
    TOO_CLOSE(List.of(0.2), false),
    /** As A4, with an earlier one that does count. */
    HASTY(List.of(1.3, 0.2), false);

    private final List<Double> before;
    private final boolean readFirst;

    Script(List<Double> before, boolean readFirst) {
        this.before = before;
        this.readFirst = readFirst;
    }

    /** How long before the last write the others are sent, earliest first. */
    List<Duration> before(Duration interval) {
        return before.stream()
                .map(times -> Duration.ofNanos((long) (times * interval.toNanos())))
                .toList();
    }

    boolean readsFirst() {
        return readFirst;
    }

    boolean earnsALease() {
        return this == TWICE || this == STEADY || this == HASTY;
    }
}
