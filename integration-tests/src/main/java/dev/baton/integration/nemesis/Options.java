package dev.baton.integration.nemesis;

import dev.baton.integration.candidate.Recipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * How a run is made.
 *
 * @param seed what the faults are drawn from
 * @param length for how long there are faults; the judging of liveness after them takes about half a minute
 * @param every how long it is from fault to fault, on average
 * @param session the candidates' session timeout
 * @param tick the servers' {@code tickTime}
 * @param out the directory for the report, the histories and the logs
 */
public record Options(
        long seed,
        Duration length,
        Duration every,
        Recipe recipe,
        int servers,
        int candidates,
        Duration session,
        Duration tick,
        Path out) {

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if one makes no sense, with its value
     */
    public Options {
        Objects.requireNonNull(recipe);
        Objects.requireNonNull(out);
        check(!length.isNegative() && !length.isZero(), "the length must be positive, but is " + length);
        check(!every.isNegative() && !every.isZero(), "the time between faults must be positive, but is " + every);
        check(servers == 1 || servers == 3 || servers == 5, "there can be 1, 3 or 5 servers, but not " + servers);
        check(candidates >= 2 && candidates <= 50, "there can be 2 to 50 candidates, but not " + candidates);
        check(isNewOrEmpty(out), "the directory must be a new one or empty, but is not: " + out);
        check(
                session.compareTo(tick.multipliedBy(5)) >= 0,
                "a session must last for five ticks at least, but " + session + " is less than 5 times " + tick);
    }

    private static boolean isNewOrEmpty(Path directory) {
        String[] names = directory.toFile().list();
        return names == null ? !Files.exists(directory) : names.length == 0;
    }

    private static void check(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }
}
