package dev.baton.integration.history;

import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Sighting.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times at which two terms were held at once, of three kinds.
 *
 * @param wrong those that must not be
 * @param uncertain those that are not longer than the clocks of the history may differ
 * @param deposed those after an operator deposed the leader, who had not heard of it yet (R14)
 */
public record Overlaps(List<Finding> wrong, List<Finding> uncertain, List<Finding> deposed) {

    static Overlaps of(History history, Duration uncertainty) {
        Overlaps overlaps = new Overlaps(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Term> terms = history.terms();
        for (int i = 1; i < terms.size(); i++) {
            Term later = terms.get(i);
            for (Term earlier : terms.subList(0, i)) {
                // Instants that are equal are one instant: a closed span has both its ends.
                if (earlier.to() >= later.from()) {
                    overlaps.add(history, earlier, later, uncertainty);
                }
            }
        }
        return overlaps;
    }

    private void add(History history, Term earlier, Term later, Duration uncertainty) {
        long from = later.from();
        long to = Math.min(earlier.to(), later.to());
        Finding finding = new Finding(
                Rule.ONE_TERM_AT_A_TIME,
                String.format(
                        "%s and %s were held at once, for %.1f ms at least", earlier, later, (to - from) / 1_000_000.0),
                from,
                to);
        if (wasDeposed(history, earlier, from)) {
            deposed.add(finding);
        } else if (uncertainty.isZero() || to - from > uncertainty.toNanos()) {
            wrong.add(finding);
        } else {
            uncertain.add(finding);
        }
    }

    /** An operator took the earlier term away, and its lease may not have ended yet. */
    private static boolean wasDeposed(History history, Term earlier, long from) {
        long lease = history.run().map(Run::sessionMillis).orElse(0L) * 1_000_000;
        return history.disturbances().stream()
                .filter(disturbance -> disturbance.fault().kind().deposes())
                .filter(disturbance -> disturbance.fault().targets().contains(earlier.candidate()))
                .anyMatch(disturbance -> {
                    long at = disturbance.fault().nanos();
                    return at >= earlier.from() && at <= from && earlier.to() - at <= lease;
                });
    }
}
