package dev.baton.election.faults;

import java.time.Duration;
import java.util.Locale;

/** What a test found out about one fault; becomes a row of the table. */
final class Finding {

    private String baton = "";
    private String rival = "";

    /** How Baton did, with what was measured. */
    void baton(String result, Object... arguments) {
        baton = format(result, arguments);
    }

    /** How Curator's recipe did in the same run: LeaderLatch, if the result does not name another. */
    void rival(String result, Object... arguments) {
        rival = format(result, arguments);
    }

    private static String format(String result, Object... arguments) {
        return String.format(Locale.ROOT, result, arguments).replace("|", "/");
    }

    String baton() {
        return baton;
    }

    String rival() {
        return rival;
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
    }
}
