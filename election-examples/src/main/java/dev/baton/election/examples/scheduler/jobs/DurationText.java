package dev.baton.election.examples.scheduler.jobs;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 2s}, {@code 1m30s}, {@code 12h}. */
public final class DurationText {

    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

    private DurationText() {}

    /**
     * Reads a duration.
     *
     * @param text one or more numbers, each with its unit
     * @return the sum
     * @throws IllegalArgumentException if it has another form, with the remedy in the message
     */
    public static Duration parse(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no duration: write a number and a unit, such as 500ms, 2s, 1m30s or 1h");
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
        }
        return sum;
    }

    private static Duration unit(String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case "d" -> Duration.ofDays(1);
            default -> throw new IllegalStateException("the pattern lets no unit '" + unit + "' through");
        };
    }
}
