package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.election.FencingToken;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Calm;
import dev.baton.integration.history.Sighting.Crashed;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Started;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** What must be true of each candidate by itself: it is told of each end once, does not crash, and has its turn. */
final class Conduct {
    private Conduct() {}

    static List<Finding> findings(History history) {
        List<Finding> findings = new ArrayList<>(ends(history));
        history.lines().forEach(line -> {
            if (line.sighting() instanceof Crashed crashed) {
                findings.add(new Finding(
                        Rule.NOTHING_CRASHES,
                        line.by() + "'s thread " + crashed.thread() + " died of " + crashed.exception(),
                        crashed.nanos(),
                        crashed.nanos()));
            }
        });
        history.candidates().forEach(candidate -> findings.addAll(starved(history, candidate)));
        history.sightings(Calm.class).forEach(calm -> findings.addAll(stuck(history, calm.nanos())));
        return findings;
    }

    /** When all faults are over, all that stand are given a turn; who does not take it is stuck. */
    private static List<Finding> stuck(History history, long calm) {
        return Life.of(history).stream()
                .filter(life -> life.from() <= calm && life.to() >= calm)
                .filter(life -> history.terms().stream()
                        .noneMatch(term -> term.candidate().equals(life.candidate()) && term.to() >= calm))
                .map(life -> new Finding(
                        Rule.NOBODY_STARVES,
                        life.candidate() + " stood when all faults were over, and never led after that",
                        calm,
                        life.to()))
                .toList();
    }

    private static List<Finding> ends(History history) {
        List<Finding> findings = new ArrayList<>();
        Map<String, FencingToken> inOffice = new HashMap<>();
        List<Line> calls = history.lines().stream()
                .sorted(comparingLong(line -> line.sighting().nanos()))
                .toList();
        for (Line line : calls) {
            if (line.sighting() instanceof Started) {
                inOffice.remove(line.by());
            } else if (line.sighting() instanceof Elected elected) {
                FencingToken before = inOffice.put(line.by(), elected.token());
                if (before != null) {
                    findings.add(
                            told(line, "was told of the term " + elected.token() + " and not of the end of " + before));
                }
            } else if (line.sighting() instanceof Revoked revoked) {
                FencingToken ended = inOffice.remove(line.by());
                if (!revoked.token().equals(ended)) {
                    findings.add(told(
                            line,
                            "was told of the end of " + revoked.token() + " when it was in "
                                    + (ended == null ? "none" : ended)));
                }
            }
        }
        return findings;
    }

    private static Finding told(Line line, String what) {
        long at = line.sighting().nanos();
        return new Finding(Rule.EACH_END_IS_TOLD_ONCE, line.by() + " " + what, at, at);
    }

    /**
     * Whether it stood, undisturbed, while others led twice as often as there are candidates: the queue would have had its
     * turn come long before.
     */
    private static List<Finding> starved(History history, String candidate) {
        int patience = 2 * history.candidates().size();
        List<Finding> findings = new ArrayList<>();
        List<Life> lives = Life.of(history).stream()
                .filter(life -> life.candidate().equals(candidate))
                .toList();
        for (Life life : lives) {
            long since = life.from();
            int passedOver = 0;
            for (Term term : history.terms()) {
                if (term.from() < since || term.from() > life.to()) {
                    continue;
                }
                long disturbed = lastDisturbance(history, candidate, since, term.from());
                if (term.candidate().equals(candidate) || disturbed > since) {
                    since = Math.max(term.from(), disturbed);
                    passedOver = 0;
                } else if (++passedOver == patience) {
                    findings.add(new Finding(
                            Rule.NOBODY_STARVES,
                            candidate + " stood and did not lead while others began " + patience + " terms",
                            since,
                            term.from()));
                }
            }
        }
        return findings;
    }

    private static long lastDisturbance(History history, String candidate, long from, long to) {
        return history.disturbances().stream()
                .filter(disturbance -> disturbance.fault().targets().contains(candidate))
                .flatMapToLong(
                        disturbance -> LongStream.of(disturbance.fault().nanos(), Math.min(disturbance.until(), to)))
                .filter(at -> at > from && at <= to)
                .max()
                .orElse(from);
    }
}
