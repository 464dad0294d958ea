package dev.baton.election.trials;

import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What became of one session, in nanoseconds of the one monotonic clock of the machine.
 *
 * @param script what the session had sent
 * @param timeout of the session
 * @param lastSent when its last success was sent
 * @param leaseEnd when its lease ended by our rule, if it had one
 * @param removed when a client of the server that led saw the ephemeral znode go
 */
record Trial(String script, Duration timeout, long lastSent, OptionalLong leaseEnd, long removed) {

    /** How long the znode outlived the lease by our rule. */
    LongStream slack() {
        return leaseEnd.stream().map(end -> removed - end);
    }

    /** How long the znode outlived "last send + session timeout"; negative if two could have led. */
    long wrongSlack() {
        return removed - (lastSent + timeout.toNanos());
    }

    boolean isEarlyByTheWrongRule() {
        return wrongSlack() < 0;
    }

    /** One line for people. */
    static String summary(String kind, List<Trial> trials) {
        LongSummaryStatistics ours = trials.stream().flatMapToLong(Trial::slack).summaryStatistics();
        LongSummaryStatistics wrong =
                trials.stream().mapToLong(Trial::wrongSlack).summaryStatistics();
        return "%s: %d trials; by our rule %d leases, removed %s after their end; by last send + T %d early, %s"
                .formatted(
                        kind,
                        trials.size(),
                        ours.getCount(),
                        range(ours),
                        trials.stream().filter(Trial::isEarlyByTheWrongRule).count(),
                        range(wrong));
    }

    private static String range(LongSummaryStatistics nanos) {
        return "%+d to %+d ms".formatted(nanos.getMin() / 1_000_000, nanos.getMax() / 1_000_000);
    }
}
