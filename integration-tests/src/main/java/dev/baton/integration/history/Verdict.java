package dev.baton.integration.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a history shows.
 *
 * @param findings what must hold and did not
 * @param overlaps the two kinds of overlaps that are no findings, and those that are
 * @param gaps the times without a leader
 */
public record Verdict(
        Outcome outcome,
        List<Finding> findings,
        Overlaps overlaps,
        List<Gap> gaps,
        Control control,
        Figures figures,
        Duration uncertainty) {

    /** What it comes to, with the exit status of {@link HistoryCheck}. */
    public enum Outcome {
        /** All that must hold did. */
        CLEAN(0),
        /** Something did not. */
        VIOLATIONS(1),
        /** All held, but the negative control saw nothing, so that the run shows nothing. */
        VOID(3);

        private final int status;

        Outcome(int status) {
            this.status = status;
        }

        /** The exit status that tells it. */
        public int status() {
            return status;
        }
    }

    /**
     * The negative control.
     *
     * @param required whether the run is void when it saw nothing
     * @param updates how many updates of the unfenced counter were acknowledged
     * @param lost those of them that were lost
     */
    public record Control(boolean required, long updates, List<Finding> lost) {
        /** Whether the run is one in which an unfenced store loses updates. */
        public boolean sawSomething() {
            return !lost.isEmpty();
        }
    }

    /** Counts; {@code accepted}, {@code refused} and {@code unknown} are of fenced writes and updates. */
    public record Figures(
            int candidates,
            int terms,
            Duration length,
            Map<FaultKind, Integer> faults,
            long accepted,
            long refused,
            long unknown,
            long staleTried,
            long staleRefused) {

        /** All faults. */
        public int faultsInAll() {
            return faults.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Judges a history.
     *
     * @param uncertainty how far the clocks of its candidates may differ; zero for those of one machine
     * @param needsControl whether it is void without a control that saw something, even if it does not say so itself
     */
    public static Verdict of(History history, Duration uncertainty, boolean needsControl) {
        Overlaps overlaps = Overlaps.of(history, uncertainty);
        List<Gap> gaps = Gap.of(history);
        List<Finding> findings = new ArrayList<>(overlaps.wrong());
        findings.addAll(Tokens.findings(history));
        findings.addAll(Writes.findings(history));
        gaps.forEach(gap -> gap.finding().ifPresent(findings::add));
        findings.addAll(Conduct.findings(history));
        findings.sort(Comparator.comparingLong(Finding::from));
        Control control = control(history, needsControl);
        Outcome outcome = !findings.isEmpty()
                ? Outcome.VIOLATIONS
                : control.required() && !control.sawSomething() ? Outcome.VOID : Outcome.CLEAN;
        return new Verdict(outcome, findings, overlaps, gaps, control, figures(history), uncertainty);
    }

    private static Control control(History history, boolean needed) {
        long updates = history.sightings(Sighting.Update.class)
                .filter(update -> update.store() == Sighting.Store.UNFENCED)
                .filter(update -> update.outcome() == Sighting.Outcome.ACCEPTED)
                .count();
        boolean required = needed || history.run().map(Sighting.Run::control).orElse(false);
        return new Control(required, updates, Writes.lostUpdates(history, Sighting.Store.UNFENCED));
    }

    private static Figures figures(History history) {
        Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
        history.disturbances().forEach(each -> faults.merge(each.fault().kind(), 1, Integer::sum));
        Map<Sighting.Outcome, Long> outcomes = new EnumMap<>(Sighting.Outcome.class);
        history.sightings(Sighting.Write.class).forEach(write -> outcomes.merge(write.outcome(), 1L, Long::sum));
        history.sightings(Sighting.Update.class)
                .filter(update -> update.store() == Sighting.Store.FENCED)
                .forEach(update -> outcomes.merge(update.outcome(), 1L, Long::sum));
        List<Sighting.Write> stale = history.sightings(Sighting.Write.class)
                .filter(Sighting.Write::stale)
                .toList();
        return new Figures(
                history.candidates().size(),
                history.terms().size(),
                Duration.ofNanos(history.end() - history.begin()),
                faults,
                outcomes.getOrDefault(Sighting.Outcome.ACCEPTED, 0L),
                outcomes.getOrDefault(Sighting.Outcome.REFUSED, 0L),
                outcomes.getOrDefault(Sighting.Outcome.UNKNOWN, 0L),
                stale.size(),
                stale.stream()
                        .filter(write -> write.outcome() == Sighting.Outcome.REFUSED)
                        .count());
    }
}
