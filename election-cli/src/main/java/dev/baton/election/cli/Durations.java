package dev.baton.election.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them, such as {@code 500ms}, {@code 15s}, {@code 2m} or {@code 1.5h}. */
final class Durations {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");

    private Durations() {}

    static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is no duration: give a number and a unit, such as 500ms, 15s, 2m or 1h");
        }
        double millis = switch (matcher.group(2)) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m" -> 60_000;
            default -> 3_600_000;
        };
        return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * millis));
    }

    /** The two largest units, such as {@code 3d4h}, {@code 12m5s} or {@code 0.5s}. */
    static String show(Duration duration) {
        Duration positive = duration.isNegative() ? Duration.ZERO : duration;
        if (positive.toDays() > 0) {
            return positive.toDays() + "d" + positive.toHoursPart() + "h";
        }
        if (positive.toHours() > 0) {
            return positive.toHours() + "h" + positive.toMinutesPart() + "m";
        }
        if (positive.toMinutes() > 0) {
            return positive.toMinutes() + "m" + positive.toSecondsPart() + "s";
        }
        return String.format(Locale.ROOT, "%.1fs", positive.toMillis() / 1000.0);
    }
}
