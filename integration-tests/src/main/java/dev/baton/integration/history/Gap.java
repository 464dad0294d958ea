package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Sighting.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A time at which candidates stood and no term was held.
 *
 * @param from the last sign of the term before
 * @param to the first of the next
 * @param causes the faults that lasted then, or within a session timeout before
 * @param sinceLastFault how much of it came after the last of the faults in it had begun or ended
 * @param bound how long it may be
 */
public record Gap(long from, long to, List<Disturbance> causes, Duration sinceLastFault, Optional<Duration> bound) {

    /** How it stands to its bound. */
    public enum Kind {
        /** It was no longer than the bound. */
        WITHIN_BOUND,
        /** It was longer, as faults went on: somebody led within the bound after the last of them began or ended. */
        EXPLAINED,
        /** It was longer, and no fault says why. */
        UNEXPLAINED
    }

    /** How long it was. */
    public Duration length() {
        return Duration.ofNanos(to - from);
    }

    /** Whether it may be as long as it is; always, where the history does not say what the bound is. */
    public Kind kind() {
        if (bound.isEmpty() || length().compareTo(bound.get()) <= 0) {
            return Kind.WITHIN_BOUND;
        }
        return sinceLastFault.compareTo(bound.get()) <= 0 ? Kind.EXPLAINED : Kind.UNEXPLAINED;
    }

    /** What was wrong with it, if anything. */
    Optional<Finding> finding() {
        return kind() == Kind.UNEXPLAINED
                ? Optional.of(new Finding(Rule.SOMEBODY_LEADS, "nobody led for " + this, from, to))
                : Optional.empty();
    }

    /** All gaps of a history, oldest first: before the first term, between terms, and after the last one. */
    static List<Gap> of(History history) {
        List<Gap> gaps = new ArrayList<>();
        List<Life> lives = Life.of(history);
        if (lives.isEmpty()) {
            return gaps;
        }
        long free = lives.stream().mapToLong(Life::from).min().orElseThrow();
        for (Term term : history.terms()) {
            add(gaps, history, lives, free, term.from());
            free = Math.max(free, term.to());
        }
        add(gaps, history, lives, free, history.end());
        return gaps;
    }

    /** Adds the part of this span in which anybody stood, if there is one. */
    private static void add(List<Gap> gaps, History history, List<Life> lives, long from, long to) {
        List<Life> standing = lives.stream()
                .filter(life -> life.from() < to && life.to() > from)
                .sorted(comparingLong(Life::from))
                .toList();
        if (standing.isEmpty()) {
            return;
        }
        long begin = Math.max(from, standing.get(0).from());
        long end = Math.min(to, standing.stream().mapToLong(Life::to).max().orElseThrow());
        if (end > begin) {
            gaps.add(gap(history, begin, end));
        }
    }

    private static Gap gap(History history, long from, long to) {
        long before = history.run().map(Run::sessionMillis).orElse(0L) * 1_000_000;
        List<Disturbance> causes = history.disturbances().stream()
                .filter(disturbance -> disturbance.touches(from - before, to))
                .toList();
        long lastChange = causes.stream()
                .flatMapToLong(cause -> LongStream.of(cause.fault().nanos(), cause.until()))
                .filter(at -> at >= from && at <= to)
                .max()
                .orElse(from);
        return new Gap(
                from,
                to,
                causes,
                Duration.ofNanos(to - lastChange),
                history.run().map(Run::bound));
    }

    @Override
    public String toString() {
        String why = causes.isEmpty()
                ? "no fault"
                : String.join(
                        ", ",
                        Stream.concat(
                                        causes.stream().limit(8).map(Disturbance::toString),
                                        causes.size() > 8 ? Stream.of("…") : Stream.empty())
                                .toList());
        return String.format(
                "%d ms (bound %s), %d ms of it after the last fault began or ended: %s",
                length().toMillis(),
                bound.map(limit -> limit.toMillis() + " ms").orElse("not stated"),
                sinceLastFault.toMillis(),
                why);
    }
}
