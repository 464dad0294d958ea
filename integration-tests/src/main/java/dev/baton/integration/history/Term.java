package dev.baton.integration.history;

import dev.baton.election.FencingToken;
import java.time.Duration;

/**
 * A term as far as it is known to have been held: from a moment when it was to a moment when it was.
 *
 * @param candidate who held it
 * @param from in nanoseconds of the history's clock
 * @param to the same
 */
public record Term(String candidate, FencingToken token, long from, long to) {

    /** For how long it was held, at least. */
    public Duration length() {
        return Duration.ofNanos(to - from);
    }

    @Override
    public String toString() {
        return candidate + "'s term " + token;
    }
}
