package dev.baton.integration.history;

import static java.util.Comparator.naturalOrder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Sighting.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A verdict on a history, as Markdown for people and as JSON for programs. */
public final class Report {
    /** Of each rule, as a hundred of one kind would hide the one of another. */
    private static final int SHOWN = 5;

    private final History history;
    private final Verdict verdict;
    private final Spread gaps;

    /** A report of this verdict on this history. */
    public Report(History history, Verdict verdict) {
        this.history = history;
        this.verdict = verdict;
        this.gaps = Spread.of(verdict.gaps().stream().map(Gap::length).toList());
    }

    /** Median, 99th percentile and greatest of some durations, all zero where there are none. */
    private record Spread(Duration median, Duration p99, Duration worst) {
        static Spread of(List<Duration> durations) {
            List<Duration> sorted = durations.stream().sorted().toList();
            return new Spread(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
        }

        private static Duration at(List<Duration> sorted, double share) {
            return sorted.isEmpty()
                    ? Duration.ZERO
                    : sorted.get(Math.max(0, (int) Math.ceil(share * sorted.size()) - 1));
        }
    }

    /** For people. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("**").append(headline()).append("**\n\n");
        history.run()
                .ifPresent(run -> text.append(String.format(
                        "%s: recipe `%s`, seed %d, session timeout %d ms, tick %d ms; %s.%n%n",
                        run.name(), run.recipe(), run.seed(), run.sessionMillis(), run.tickMillis(), length())));
        text.append("| | |\n|---|---|\n");
        figures()
                .forEach((name, figure) -> text.append("| ")
                        .append(name)
                        .append(" | ")
                        .append(figure)
                        .append(" |\n"));
        for (Rule rule : Rule.values()) {
            list(
                    text,
                    "What must hold and did not: " + rule,
                    verdict.findings().stream()
                            .filter(finding -> finding.rule() == rule)
                            .toList());
        }
        list(
                text,
                "Overlaps after an operator deposed the leader (R14)",
                verdict.overlaps().deposed());
        list(
                text,
                "Overlaps no longer than the clocks may differ",
                verdict.overlaps().uncertain());
        list(text, "Without a leader for longer than the bound, while faults went on", gapsOf(Gap.Kind.EXPLAINED));
        if (!verdict.figures().faults().isEmpty()) {
            text.append("\n## Faults\n\n| kind | count |\n|---|---:|\n");
            verdict.figures()
                    .faults()
                    .forEach((kind, count) -> text.append("| ")
                            .append(kind)
                            .append(" | ")
                            .append(count)
                            .append(" |\n"));
            text.append("| in all | ").append(verdict.figures().faultsInAll()).append(" |\n");
        }
        return text.toString();
    }

    private String headline() {
        return switch (verdict.outcome()) {
            case CLEAN -> "CLEAN: all that must hold did.";
            case VIOLATIONS -> "VIOLATIONS: " + verdict.findings().size() + " times something that must hold did not.";
            case VOID -> "VOID: the unfenced counter lost no update, so that this run shows nothing.";
        };
    }

    private String length() {
        Duration length = verdict.figures().length();
        return String.format("%d min %d s", length.toMinutes(), length.toSecondsPart());
    }

    private Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        Verdict.Figures counts = verdict.figures();
        figures.put("candidates", Integer.toString(counts.candidates()));
        figures.put("faults", Integer.toString(counts.faultsInAll()));
        figures.put("terms held", Integer.toString(counts.terms()));
        figures.put("two terms held at once", count(Rule.ONE_TERM_AT_A_TIME) + ", with " + clocks());
        figures.put(
                "the same, after an operator deposed the leader",
                Integer.toString(verdict.overlaps().deposed().size()));
        figures.put("tokens that did not grow", count(Rule.TOKENS_GROW));
        figures.put(
                "fenced writes",
                String.format(
                        "%d accepted, %d refused, %d unknown", counts.accepted(), counts.refused(), counts.unknown()));
        figures.put(
                "tried with a term known to be over",
                String.format("%d, of which %d refused", counts.staleTried(), counts.staleRefused()));
        figures.put("stale writes accepted", count(Rule.STALE_WRITES_ARE_REFUSED));
        figures.put("updates lost, fenced counter", count(Rule.NO_LOST_UPDATE));
        figures.put(
                "updates lost, unfenced counter (the control)",
                String.format(
                        "%d of %d: %s",
                        verdict.control().lost().size(),
                        verdict.control().updates(),
                        verdict.control().sawSomething() ? "the control saw what fencing is for" : "it saw nothing"));
        figures.put(
                "gaps without a leader",
                String.format(
                        "%d: median %d ms, p99 %d ms, worst %d ms",
                        verdict.gaps().size(),
                        gaps.median().toMillis(),
                        gaps.p99().toMillis(),
                        gaps.worst().toMillis()));
        figures.put(
                "of them",
                String.format(
                        "%d within the bound of %s, %d longer while faults went on, %d not explained",
                        gapsOf(Gap.Kind.WITHIN_BOUND).size(),
                        history.run()
                                .map(Run::bound)
                                .map(bound -> bound.toMillis() + " ms")
                                .orElse("(not stated)"),
                        gapsOf(Gap.Kind.EXPLAINED).size(),
                        gapsOf(Gap.Kind.UNEXPLAINED).size()));
        figures.put(
                "the longest, counted from when the last fault in it began or ended",
                longestSinceFault().toMillis() + " ms");
        figures.put("candidates starved or stuck", count(Rule.NOBODY_STARVES));
        return figures;
    }

    private Duration longestSinceFault() {
        return verdict.gaps().stream()
                .map(Gap::sinceLastFault)
                .max(naturalOrder())
                .orElse(Duration.ZERO);
    }

    private String clocks() {
        return verdict.uncertainty().isZero()
                ? "one monotonic clock for all: no uncertainty"
                : "clocks that may differ by " + verdict.uncertainty().toMillis() + " ms; "
                        + verdict.overlaps().uncertain().size() + " overlaps are no longer than that";
    }

    private String count(Rule rule) {
        return Long.toString(verdict.findings().stream()
                .filter(finding -> finding.rule() == rule)
                .count());
    }

    private List<Gap> gapsOf(Gap.Kind kind) {
        return verdict.gaps().stream().filter(gap -> gap.kind() == kind).toList();
    }

    private void list(StringBuilder text, String title, List<?> things) {
        if (things.isEmpty()) {
            return;
        }
        text.append("\n## ").append(title).append("\n\n");
        int shown = things.get(0) instanceof Gap ? things.size() : SHOWN;
        things.stream()
                .limit(shown)
                .forEach(thing -> text.append("* ").append(item(thing)).append('\n'));
        if (things.size() > shown) {
            text.append("* … and ").append(things.size() - shown).append(" more\n");
        }
    }

    private String item(Object thing) {
        return thing instanceof Finding finding
                ? String.format(Locale.ROOT, "%.3f s: %s", at(finding.from()), finding.text())
                : thing instanceof Gap gap ? String.format(Locale.ROOT, "%.3f s: %s", at(gap.from()), gap) : "" + thing;
    }

    private double at(long nanos) {
        return (nanos - history.begin()) / 1e9;
    }

    /** For programs. Times are milliseconds, instants count from the beginning of the history. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("outcome", verdict.outcome());
        all.put("run", run());
        all.put("uncertaintyMillis", verdict.uncertainty().toMillis());
        Verdict.Figures counts = verdict.figures();
        all.put("lengthMillis", counts.length().toMillis());
        all.put("candidates", history.candidates());
        all.put("faults", counts.faults());
        all.put("faultsInAll", counts.faultsInAll());
        all.put("terms", counts.terms());
        all.put(
                "writes",
                Map.of(
                        "accepted", counts.accepted(),
                        "refused", counts.refused(),
                        "unknown", counts.unknown(),
                        "staleTried", counts.staleTried(),
                        "staleRefused", counts.staleRefused()));
        all.put(
                "control",
                Map.of(
                        "required", verdict.control().required(),
                        "updates", verdict.control().updates(),
                        "lost", verdict.control().lost().size()));
        all.put("gaps", gapsForPrograms());
        all.put("overlapsAfterDeposing", forPrograms(verdict.overlaps().deposed()));
        all.put("overlapsWithinUncertainty", forPrograms(verdict.overlaps().uncertain()));
        all.put("findings", forPrograms(verdict.findings()));
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalStateException("cannot write " + all, unwritable);
        }
    }

    private Map<String, Object> run() {
        Optional<Run> run = history.run();
        return run.isEmpty()
                ? Map.of()
                : Map.of(
                        "name", run.get().name(),
                        "recipe", run.get().recipe(),
                        "seed", run.get().seed(),
                        "sessionMillis", run.get().sessionMillis(),
                        "tickMillis", run.get().tickMillis(),
                        "boundMillis", run.get().bound().toMillis());
    }

    private Map<String, Object> gapsForPrograms() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("count", verdict.gaps().size());
        all.put("medianMillis", gaps.median().toMillis());
        all.put("p99Millis", gaps.p99().toMillis());
        all.put("worstMillis", gaps.worst().toMillis());
        all.put("worstSinceLastFaultMillis", longestSinceFault().toMillis());
        for (Gap.Kind kind : Gap.Kind.values()) {
            all.put(kind.name(), gapsOf(kind).size());
        }
        List<Map<String, Object>> beyond = new ArrayList<>();
        verdict.gaps().stream()
                .filter(gap -> gap.kind() != Gap.Kind.WITHIN_BOUND)
                .forEach(gap -> beyond.add(Map.of(
                        "atMillis", (gap.from() - history.begin()) / 1_000_000,
                        "millis", gap.length().toMillis(),
                        "sinceLastFaultMillis", gap.sinceLastFault().toMillis(),
                        "causes",
                                gap.causes().stream().map(Disturbance::toString).toList())));
        all.put("beyondBound", beyond);
        return all;
    }

    private List<Map<String, Object>> forPrograms(List<Finding> findings) {
        List<Map<String, Object>> all = new ArrayList<>();
        findings.forEach(finding -> all.add(Map.of(
                "rule",
                finding.rule(),
                "text",
                finding.text(),
                "fromMillis",
                (finding.from() - history.begin()) / 1_000_000,
                "toMillis",
                (finding.to() - history.begin()) / 1_000_000)));
        return all;
    }
}
