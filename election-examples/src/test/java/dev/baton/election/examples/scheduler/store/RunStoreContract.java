package dev.baton.election.examples.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.election.fencing.StaleTokenException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store promises, whatever the database. */
abstract class RunStoreContract {

    private static final Instant T0 = Instant.parse("2026-06-01T10:00:00Z");
    private static final RunId RUN = new RunId("report", T0);
    private static final Attempt FIRST = new Attempt(RUN, 1);

    private RunStore store;

    /** A database of its own for each test. */
    abstract String url();

    /** Statements that make the database write the token of every new run to {@code audit}, in order of commits. */
    abstract List<String> audit();

    @BeforeEach
    void open() {
        JdbcRunStore.drop(url());
        store = JdbcRunStore.open(url());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aRunIsSubmittedOnceHoweverOftenItIsTried() {
        assertThat(store.submit(TestTerm.of(1), "report", List.of(T0), T0)).isEqualTo(1);
        store.assign(TestTerm.of(1), List.of(new Assignment(FIRST, "w1")));

        assertThat(store.submit(TestTerm.of(2), "report", List.of(T0, T0.plusSeconds(1)), T0.plusSeconds(1)))
                .isEqualTo(1);

        assertThat(store.allRuns()).hasSize(2);
        assertThat(store.allRuns().get(0).state()).isEqualTo(RunState.ASSIGNED);
        assertThat(store.handledUntil()).containsEntry("report", T0.plusSeconds(1));
    }

    @Test
    void anOlderTokenIsRefusedAtEveryWriteAndNothingOfItIsApplied() {
        submitAndAssign(TestTerm.of(5));
        store.begin(TestTerm.of(9), T0);
        TestTerm old = TestTerm.of(5);

        refused(() -> store.begin(old, T0));
        refused(() -> store.submit(old, "report", List.of(T0.plusSeconds(5)), T0.plusSeconds(5)));
        refused(() -> store.assign(old, List.of(new Assignment(FIRST, "w2"))));
        refused(() -> store.takeBack(old, List.of(new Assignment(FIRST, "w1"))));
        refused(() -> store.end(old, "RESIGNED", T0));

        assertThat(store.allRuns())
                .singleElement()
                .satisfies(run -> assertThat(run.worker()).hasValue("w1"));
        assertThat(store.handledUntil()).containsEntry("report", T0);
        assertThat(store.terms()).extracting(TermRecord::holder).containsExactly("node-9");
        assertThat(store.refusals()).hasSize(5).allSatisfy(refusal -> {
            assertThat(refusal.name()).isEqualTo("node-5");
            assertThat(refusal.carried()).isEqualTo(TestTerm.of(5).token().toString());
            assertThat(refusal.newer()).isEqualTo(TestTerm.of(9).token() + " of node-9");
        });
    }

    @Test
    void theRefusalNamesBothTokens() {
        store.begin(TestTerm.of(9), T0);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> store.begin(TestTerm.of(5), T0))
                .satisfies(stale -> {
                    assertThat(stale.presented()).isEqualTo(TestTerm.of(5).id());
                    assertThat(stale.highest()).isEqualTo(TestTerm.of(9).id());
                });
    }

    @Test
    void aTieWithAnotherHolderIsRefused() {
        store.begin(TestTerm.of(5, "a"), T0);

        refused(() -> store.begin(TestTerm.of(5, "b"), T0));

        store.begin(TestTerm.of(5, "a"), T0);
        assertThat(store.terms()).extracting(TermRecord::holder).containsExactly("a");
    }

    @Test
    void noOlderTokenGetsInAfterANewerOne() throws Exception {
        execute(audit());
        AtomicLong tokens = new AtomicLong();
        int threads = 4;
        ExecutorService coordinators = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> refusals = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String name = "job-" + i;
            refusals.add(coordinators.submit(() -> leadManyTerms(name, tokens)));
        }
        int refused = 0;
        for (Future<Integer> count : refusals) {
            refused += count.get();
        }
        coordinators.shutdown();

        List<String> applied = auditedTokens();
        assertThat(applied).as("tokens in the order of their commits").isSorted();
        assertThat(applied.size() + refused).isEqualTo(threads * 60 * 3);
        assertThat(refused).as("terms overlapped, or this shows nothing").isPositive();
        assertThat(store.refusals()).hasSize(refused);
    }

    /** Each term makes three writes, while the other threads begin newer terms. */
    private int leadManyTerms(String job, AtomicLong tokens) {
        int refused = 0;
        try (RunStore own = JdbcRunStore.open(url())) {
            for (int n = 0; n < 60; n++) {
                TestTerm term = TestTerm.of(tokens.incrementAndGet());
                for (int write = 0; write < 3; write++) {
                    Instant due = T0.plusMillis(term.token().asLong() * 10 + write);
                    try {
                        own.submit(term, job, List.of(due), due);
                    } catch (StaleTokenException stale) {
                        refused++;
                    }
                }
            }
        }
        return refused;
    }

    @Test
    void aWorkerStartsAnAttemptOnceAndOnlyItsOwn() {
        submitAndAssign(TestTerm.of(1));

        assertThat(store.start(new Assignment(FIRST, "w2"), T0)).isFalse();
        assertThat(store.start(new Assignment(new Attempt(RUN, 2), "w1"), T0)).isFalse();
        assertThat(store.start(new Assignment(FIRST, "w1"), T0)).isTrue();
        assertThat(store.start(new Assignment(FIRST, "w1"), T0)).isFalse();
    }

    @Test
    void oneOfManyStartsOfTheSameAttemptWins() throws Exception {
        submitAndAssign(TestTerm.of(1));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Callable<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            starts.add(() -> {
                try (RunStore own = JdbcRunStore.open(url())) {
                    return own.start(new Assignment(FIRST, "w1"), T0);
                }
            });
        }
        int won = 0;
        for (Future<Boolean> start : threads.invokeAll(starts)) {
            won += start.get() ? 1 : 0;
        }
        threads.shutdown();
        assertThat(won).isEqualTo(1);
    }

    @Test
    void theLateReportOfAnAttemptTakenBackIsRefusedAndNoted() {
        submitAndAssign(TestTerm.of(1));
        Assignment old = new Assignment(FIRST, "w1");
        store.start(old, T0);
        assertThat(store.takeBack(TestTerm.of(1), List.of(old))).isEqualTo(1);
        store.assign(TestTerm.of(1), List.of(new Assignment(new Attempt(RUN, 2), "w2")));

        assertThat(store.report(old, success())).isFalse();

        assertThat(store.allRuns()).singleElement().satisfies(run -> {
            assertThat(run.state()).isEqualTo(RunState.ASSIGNED);
            assertThat(run.attempt()).isEqualTo(2);
        });
        assertThat(store.refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.author()).isEqualTo(Refusal.WORKER);
            assertThat(refusal.carried()).isEqualTo("report@2026-06-01T10:00:00Z#1");
            assertThat(refusal.newer()).isEqualTo("report@2026-06-01T10:00:00Z#2 of w2");
        });
    }

    @Test
    void theLateReportIsRefusedEvenIfTheSameWorkerHasTheNextAttempt() {
        submitAndAssign(TestTerm.of(1));
        Assignment old = new Assignment(FIRST, "w1");
        Assignment next = new Assignment(new Attempt(RUN, 2), "w1");
        store.start(old, T0);
        store.takeBack(TestTerm.of(1), List.of(old));
        store.assign(TestTerm.of(1), List.of(next));
        store.start(next, T0);

        assertThat(store.report(old, success())).isFalse();
        assertThat(store.report(next, success())).isTrue();
    }

    @Test
    void aReportMayBeRepeatedAndARunThatEndedIsNotTakenBack() {
        submitAndAssign(TestTerm.of(1));
        Assignment mine = new Assignment(FIRST, "w1");
        store.start(mine, T0);

        assertThat(store.report(mine, success())).isTrue();
        assertThat(store.report(mine, success())).isTrue();
        assertThat(store.takeBack(TestTerm.of(1), List.of(mine))).isZero();

        assertThat(store.allRuns()).extracting(Run::state).containsExactly(RunState.SUCCEEDED);
        assertThat(store.refusals()).isEmpty();
    }

    @Test
    void aReportOfWhatWasNeverStartedIsRefused() {
        submitAndAssign(TestTerm.of(1));

        assertThat(store.report(new Assignment(FIRST, "w1"), success())).isFalse();
    }

    @Test
    void whatAWorkerGivesBackWaitsWithAHigherAttempt() {
        submitAndAssign(TestTerm.of(1));

        assertThat(store.giveBack(new Assignment(FIRST, "w1"))).isTrue();
        assertThat(store.giveBack(new Assignment(FIRST, "w1"))).isFalse();

        assertThat(store.openRuns()).singleElement().satisfies(run -> {
            assertThat(run.state()).isEqualTo(RunState.WAITING);
            assertThat(run.attempt()).isEqualTo(2);
            assertThat(run.worker()).isEmpty();
        });
    }

    @Test
    void aTermEndsByItselfOrIsEndedByItsSuccessor() {
        store.begin(TestTerm.of(1), T0);
        store.end(TestTerm.of(1), "RESIGNED", T0.plusSeconds(1));
        store.begin(TestTerm.of(2), T0.plusSeconds(2));
        store.begin(TestTerm.of(3), T0.plusSeconds(3));

        assertThat(store.terms())
                .extracting(TermRecord::reason)
                .containsExactly(Optional.of("RESIGNED"), Optional.of("SUPERSEDED"), Optional.empty());
        assertThat(store.terms())
                .extracting(TermRecord::ended)
                .containsExactly(Optional.of(T0.plusSeconds(1)), Optional.of(T0.plusSeconds(3)), Optional.empty());
    }

    @Test
    void theWindowIsKept() {
        assertThat(store.window()).isEqualTo(new Window(Optional.empty(), Optional.empty()));

        store.setWindow(new Window(Optional.of(T0), Optional.of(T0.plusSeconds(9))));

        assertThat(store.window()).isEqualTo(new Window(Optional.of(T0), Optional.of(T0.plusSeconds(9))));
    }

    private void submitAndAssign(TestTerm term) {
        store.submit(term, "report", List.of(T0), T0);
        store.assign(term, List.of(new Assignment(FIRST, "w1")));
    }

    private static Outcome success() {
        return new Outcome(true, OptionalInt.of(0), "done", T0.plusSeconds(3));
    }

    private static void refused(Runnable write) {
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(write::run);
    }

    private void execute(List<String> statements) throws Exception {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> auditedTokens() throws Exception {
        List<String> tokens = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT token FROM audit ORDER BY n")) {
            while (rows.next()) {
                tokens.add(rows.getString(1));
            }
        }
        return tokens;
    }
}
