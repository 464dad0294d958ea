package dev.baton.election.internal.loop;

import java.time.Duration;
import java.util.Random;

/**
 * How long things may take, and how long to wait before trying again.
 *
 * @param listenerTime how long a listener may take to finish its work before the baton goes on
 * @param serverTick the servers' {@code tickTime}, which no client can ask for
 */
public record Pace(Duration listenerTime, Duration serverTick) {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration REVIEW = Duration.ofSeconds(30);

    /** Doubles with every attempt up to a cap; a random part keeps many candidates from moving in step. */
    Duration backOff(int attempt, Random random) {
        long whole = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(attempt, 16));
        return Duration.ofMillis(whole / 2 + random.nextInt((int) (whole / 2) + 1));
    }

    /** How long a candidate stays away whose listener threw. */
    Duration coolDown() {
        return LONGEST;
    }

    /** How long a candidate stands quietly before it asks one for the baton that wants it less: one that flaps never does. */
    Duration beforeAsking() {
        return LONGEST;
    }

    /** When to derive everything from ZooKeeper again, so that a lost event costs time and never the election. */
    Duration review(Random random) {
        return REVIEW.plusMillis(random.nextInt((int) REVIEW.toMillis() / 2));
    }
}
