package dev.baton.integration.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.FencingToken;
import dev.baton.election.RevocationReason;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Calm;
import dev.baton.integration.history.Sighting.Crashed;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Healed;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Run;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Stopping;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Update;
import dev.baton.integration.history.Sighting.Way;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing is found in good histories, and each kind of violation in one into which it was planted. */
class VerdictTest {
    private static final long MS = 1_000_000;
    private static final int SEEDS = 2_000;

    @Test
    @DisplayName("random good histories are clean")
    void goodHistoriesAreClean() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Verdict verdict = judge(InventedHistory.lines(seed));
            assertThat(verdict.findings()).as("seed %d", seed).isEmpty();
            assertThat(verdict.outcome()).as("seed %d", seed).isEqualTo(Verdict.Outcome.CLEAN);
        }
    }

    @Test
    @DisplayName("the order of the files does not matter")
    void orderOfCandidatesDoesNotMatter() {
        for (int seed = 0; seed < 200; seed++) {
            List<Line> lines = new ArrayList<>(InventedHistory.lines(seed));
            lines.sort(java.util.Comparator.comparing(Line::by).reversed());
            assertThat(judge(lines).findings()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    @DisplayName("R2, R6: a term held while another is")
    void overlap() {
        everySeed(Rule.ONE_TERM_AT_A_TIME, history -> {
            Term term = any(history);
            FencingToken token = new FencingToken(term.token().zxid() + 1, 1_000);
            long middle = (term.from() + term.to()) / 2;
            return List.of(line("intruder", new Held(token, middle, middle + MS)));
        });
    }

    @Test
    @DisplayName("R2, R6: an overlap no longer than the clocks may differ is told, and is no violation")
    void overlapWithinUncertainty() {
        List<Line> lines = twoTerms(100, 97);
        Verdict exact = Verdict.of(new History(lines), Duration.ofMillis(2), false);
        Verdict loose = Verdict.of(new History(lines), Duration.ofMillis(3), false);
        assertThat(exact.findings()).extracting(Finding::rule).containsExactly(Rule.ONE_TERM_AT_A_TIME);
        assertThat(loose.findings()).isEmpty();
        assertThat(loose.overlaps().uncertain()).hasSize(1);
    }

    @Test
    @DisplayName("R2, R6: an overlap of one instant is one, on one clock")
    void overlapOfAnInstant() {
        assertThat(judge(twoTerms(100, 100)).findings())
                .extracting(Finding::rule)
                .containsExactly(Rule.ONE_TERM_AT_A_TIME);
        assertThat(judge(twoTerms(100, 101)).findings()).isEmpty();
    }

    @Test
    @DisplayName("R14: an overlap after an operator deposed the leader is told apart, but not beyond its lease")
    void overlapAfterDeposing() {
        List<Line> lines = new ArrayList<>(twoTerms(100, 95));
        lines.add(line("nemesis", new Fault(1, FaultKind.ZNODE_EVICTED, List.of("a"), "", 90 * MS)));
        lines.add(line("nemesis", new Healed(1, 91 * MS)));
        assertThat(judge(lines).findings()).isEmpty();
        assertThat(judge(lines).overlaps().deposed()).hasSize(1);

        List<Line> ofAnother = new ArrayList<>(twoTerms(100, 95));
        ofAnother.add(line("nemesis", new Fault(1, FaultKind.ZNODE_EVICTED, List.of("b"), "", 90 * MS)));
        assertThat(rules(ofAnother)).contains(Rule.ONE_TERM_AT_A_TIME);

        List<Line> tooLong = new ArrayList<>(twoTerms(6_000, 95));
        tooLong.add(line("nemesis", new Fault(1, FaultKind.ZNODE_EVICTED, List.of("a"), "", 90 * MS)));
        assertThat(rules(tooLong)).contains(Rule.ONE_TERM_AT_A_TIME);
    }

    @Test
    @DisplayName("R5: a term whose token is not greater than the one before")
    void tokenGoesBack() {
        everySeed(
                Rule.TOKENS_GROW,
                history -> List.of(
                        line("c1", new Held(new FencingToken(1, 0), history.end() + MS, history.end() + 2 * MS))));
    }

    @Test
    @DisplayName("R5: one token for two candidates")
    void tokenGivenTwice() {
        everySeed(
                Rule.TOKENS_GROW,
                history -> List.of(line("twin", new Elected(any(history).token(), history.end() + MS))));
    }

    @Test
    @DisplayName("R5: an entry of the ledger with a token less than that of an earlier entry")
    void ledgerGoesBack() {
        everySeed(
                Rule.TOKENS_GROW,
                history -> List.of(line("ledger", new Entry(new FencingToken(1, 0), 1_000_001, history.end()))));
    }

    @Test
    @DisplayName("R13: a write accepted though its term was known to be over")
    void staleWriteAfterTheEnd() {
        everySeed(Rule.STALE_WRITES_ARE_REFUSED, history -> {
            Term term = any(history);
            return List.of(line(
                    term.candidate(),
                    new Write(term.token(), Way.WRITE, Outcome.ACCEPTED, true, -1, term.to() + MS, term.to() + MS)));
        });
    }

    @Test
    @DisplayName("R13: a write accepted after one with a greater token")
    void staleWriteAfterAnother() {
        everySeed(Rule.STALE_WRITES_ARE_REFUSED, history -> {
            long end = history.end();
            return List.of(line(
                    "c1",
                    new Update(new FencingToken(1, 0), Store.FENCED, 999, Outcome.ACCEPTED, end + MS, end + 2 * MS)));
        });
    }

    @Test
    @DisplayName("R13: two updates of the fenced counter that began with the same number")
    void lostUpdate() {
        everySeed(Rule.NO_LOST_UPDATE, history -> {
            Update update = history.sightings(Update.class)
                    .filter(each -> each.store() == Store.FENCED && each.outcome() == Outcome.ACCEPTED)
                    .findFirst()
                    .orElseThrow();
            return List.of(line("c1", update));
        });
    }

    @Test
    @DisplayName("R13: an accepted entry that the ledger has not")
    void lostEntry() {
        everySeed(Rule.LEDGER_IS_WHAT_WAS_ACCEPTED, history -> {
            Term last = history.terms().get(history.terms().size() - 1);
            return List.of(line(
                    last.candidate(),
                    new Write(last.token(), Way.COMMIT, Outcome.ACCEPTED, false, 777_777, last.to(), last.to())));
        });
    }

    @Test
    @DisplayName("R13: entries that nobody was told of as accepted")
    void entryOutOfNowhere() {
        everySeed(Rule.LEDGER_IS_WHAT_WAS_ACCEPTED, history -> {
            Term last = history.terms().get(history.terms().size() - 1);
            List<Line> entries = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                entries.add(line("ledger", new Entry(last.token(), 777_777 + i, history.end())));
            }
            return entries;
        });
    }

    @Test
    @DisplayName("R3, R10: candidates stand and nobody leads, with no fault that says why")
    void gapAtTheEnd() {
        everySeed(Rule.SOMEBODY_LEADS, history -> {
            long end = history.end();
            return List.of(line("late", new Started(end + MS)), line("late", new Stopping(end + 7_100 * MS)));
        });
    }

    @Test
    @DisplayName("R3, R10: a gap longer than its bound, between terms")
    void gapBetweenTerms() {
        assertThat(judge(twoTerms(100, 7_100)).findings()).isEmpty();
        assertThat(judge(twoTerms(100, 7_101)).findings())
                .extracting(Finding::rule)
                .containsExactly(Rule.SOMEBODY_LEADS);
    }

    @Test
    @DisplayName("R3, R10: a fault explains a gap until it is healed, and the bound counts from then")
    void gapUnderAFault() {
        Fault fault = new Fault(1, FaultKind.QUORUM_LOST, List.of("zk1", "zk2"), "", 200 * MS);
        List<Line> inTime = new ArrayList<>(twoTerms(100, 30_000));
        inTime.add(line("nemesis", fault));
        inTime.add(line("nemesis", new Healed(1, 23_500 * MS)));
        assertThat(judge(inTime).findings()).isEmpty();
        assertThat(judge(inTime).gaps()).extracting(Gap::kind).contains(Gap.Kind.EXPLAINED);

        List<Line> tooLate = new ArrayList<>(twoTerms(100, 30_000));
        tooLate.add(line("nemesis", fault));
        tooLate.add(line("nemesis", new Healed(1, 22_900 * MS)));
        assertThat(rules(tooLate)).containsExactly(Rule.SOMEBODY_LEADS);

        List<Line> neverHealed = new ArrayList<>(twoTerms(100, 30_000));
        neverHealed.add(line("nemesis", fault));
        assertThat(rules(neverHealed)).containsExactly(Rule.SOMEBODY_LEADS);
    }

    @Test
    @DisplayName("R1: a candidate that stands, and never leads while others do again and again")
    void starved() {
        everySeed(Rule.NOBODY_STARVES, history -> {
            long end = history.end();
            long zxid = 0x7_0000_0000L;
            int terms = 2 * (history.candidates().size() + 1);
            List<Line> lines = new ArrayList<>();
            lines.add(line("hungry", new Started(end + MS)));
            for (int i = 0; i < terms; i++) {
                long from = end + (10 + 100 * i) * MS;
                lines.add(line("c1", new Held(new FencingToken(zxid + i, 0), from, from + 50 * MS)));
            }
            lines.add(line("hungry", new Stopping(end + (10 + 100 * terms) * MS)));
            return lines;
        });
    }

    @Test
    @DisplayName("R1: nobody starves who is disturbed meanwhile")
    void disturbedIsNotStarved() {
        List<Line> lines = new ArrayList<>();
        lines.add(line("a", new Started(0)));
        lines.add(line("b", new Started(0)));
        for (int i = 0; i < 4; i++) {
            lines.add(line("a", new Held(new FencingToken(10 + i, 0), (10 + 100 * i) * MS, (60 + 100 * i) * MS)));
        }
        lines.add(line("b", new Stopping(400 * MS)));
        assertThat(rules(lines)).containsExactly(Rule.NOBODY_STARVES);
        lines.add(line("nemesis", new Fault(1, FaultKind.CANDIDATE_PAUSED_LONG, List.of("b"), "", 150 * MS)));
        lines.add(line("nemesis", new Healed(1, 160 * MS)));
        assertThat(judge(lines).findings()).isEmpty();
    }

    @Test
    @DisplayName("R1, R10: a candidate that stands when all is healed must lead once more")
    void stuckAfterTheCalm() {
        List<Line> lines = new ArrayList<>(twoTerms(100, 200));
        lines.add(line("nemesis", new Calm(90 * MS)));
        lines.add(line("a", new Stopping(110 * MS)));
        lines.add(line("b", new Stopping(310 * MS)));
        assertThat(judge(lines).findings()).isEmpty();
        lines.set(5, line("nemesis", new Calm(105 * MS)));
        assertThat(judge(lines).findings())
                .as("a led before, and not after")
                .extracting(Finding::rule)
                .containsExactly(Rule.NOBODY_STARVES);
    }

    @Test
    @DisplayName("R11: an end told twice, or a beginning without the end of the one before")
    void endToldTwice() {
        everySeed(Rule.EACH_END_IS_TOLD_ONCE, history -> {
            Term term = any(history);
            return List.of(
                    line(term.candidate(), new Revoked(term.token(), RevocationReason.RESIGNED, history.end() + MS)));
        });
        everySeed(
                Rule.EACH_END_IS_TOLD_ONCE,
                history -> List.of(
                        line("c1", new Elected(new FencingToken(0x7_0000_0000L, 0), history.end() + MS)),
                        line("c1", new Elected(new FencingToken(0x7_0000_0001L, 0), history.end() + 2 * MS))));
    }

    @Test
    @DisplayName("a thread that died")
    void crash() {
        everySeed(
                Rule.NOTHING_CRASHES,
                history -> List.of(line("c1", new Crashed("main", "java.lang.Error", history.end()))));
    }

    @Test
    @DisplayName("a run whose control saw nothing is void; one whose control saw a lost update is not")
    void control() {
        List<Line> lines = new ArrayList<>(twoTerms(100, 200));
        lines.set(0, line("nemesis", new Run("planted", "baton", 1, 4_000, 500, true, 0)));
        assertThat(judge(lines).outcome()).isEqualTo(Verdict.Outcome.VOID);

        FencingToken first = new FencingToken(1, 0);
        FencingToken second = new FencingToken(2, 1);
        lines.add(line("b", new Update(second, Store.UNFENCED, 4, Outcome.ACCEPTED, 210 * MS, 220 * MS)));
        lines.add(line("a", new Update(first, Store.UNFENCED, 4, Outcome.UNKNOWN, 90 * MS, 230 * MS)));
        assertThat(judge(lines).outcome()).as("nobody knows of a loss").isEqualTo(Verdict.Outcome.VOID);
        lines.add(line("a", new Update(first, Store.UNFENCED, 4, Outcome.ACCEPTED, 90 * MS, 230 * MS)));
        assertThat(judge(lines).outcome()).isEqualTo(Verdict.Outcome.CLEAN);
        lines.add(line("a", new Crashed("main", "java.lang.Error", 0)));
        assertThat(judge(lines).outcome()).isEqualTo(Verdict.Outcome.VIOLATIONS);
    }

    /** a leads from 10 ms to this one, b from that one for 100 ms. */
    private static List<Line> twoTerms(long firstEnds, long secondBegins) {
        return new ArrayList<>(List.of(
                line("nemesis", new Run("planted", "baton", 1, 4_000, 500, false, 0)),
                line("a", new Started(0)),
                line("b", new Started(0)),
                line("a", new Held(new FencingToken(1, 0), 10 * MS, firstEnds * MS)),
                line("b", new Held(new FencingToken(2, 1), secondBegins * MS, (secondBegins + 100) * MS))));
    }

    private interface Planting {
        List<Line> into(History history);
    }

    /** Plants it into a good history of each of many seeds, where it must be found. */
    private static void everySeed(Rule rule, Planting planting) {
        for (int seed = 0; seed < 200; seed++) {
            List<Line> lines = new ArrayList<>(InventedHistory.lines(seed));
            lines.addAll(planting.into(new History(lines)));
            assertThat(rules(lines)).as("seed %d", seed).contains(rule);
        }
    }

    private static Term any(History history) {
        return history.terms().get(new Random(1).nextInt(history.terms().size()));
    }

    private static Verdict judge(List<Line> lines) {
        return Verdict.of(new History(lines), Duration.ZERO, false);
    }

    private static List<Rule> rules(List<Line> lines) {
        return judge(lines).findings().stream().map(Finding::rule).toList();
    }

    private static Line line(String by, Sighting sighting) {
        return new Line(by, "2026-01-01T00:00:00Z", sighting);
    }
}
