package dev.baton.election.examples.scheduler.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.examples.scheduler.jobs.Every;
import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Attempt;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunId;
import dev.baton.election.examples.scheduler.store.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The account tells every kind of wrong, or its silence would mean nothing. */
class AccountTest {

    private static final Instant T0 = Instant.parse("2026-06-01T10:00:00Z");
    private static final List<Job> JOBS =
            List.of(new Job("beat", List.of("true"), new Every(Duration.ofSeconds(1)), Duration.ofSeconds(5)));

    @Test
    void allDoneOnceIsRight() {
        Account account = account(List.of(done(1, 1), done(2, 2)), attempt(1, 1), attempt(2, 1), attempt(2, 2));

        assertThat(account.isRight()).isTrue();
        assertThat(account.due()).isEqualTo(2);
        assertThat(account.done()).isEqualTo(2);
        assertThat(account.reattempted()).isEqualTo(1);
    }

    @Test
    void aRunThatWasNeverSubmittedIsLost() {
        assertThat(account(List.of(done(1, 1)), attempt(1, 1)).lost())
                .containsExactly("beat@2026-06-01T10:00:02Z was never submitted");
    }

    @Test
    void aRunThatDidNotEndIsLost() {
        Run hanging = new Run(id(2), RunState.RUNNING, 1, Optional.of("w"), "t");

        assertThat(account(List.of(done(1, 1), hanging), attempt(1, 1), attempt(2, 1))
                        .lost())
                .containsExactly("beat@2026-06-01T10:00:02Z is RUNNING");
    }

    @Test
    void aSuccessWithoutATraceIsLost() {
        assertThat(account(List.of(done(1, 1), done(2, 2)), attempt(1, 1), attempt(2, 1))
                        .lost())
                .containsExactly("beat@2026-06-01T10:00:02Z succeeded by the store, but is not in the ledger");
    }

    @Test
    void anAttemptExecutedTwiceIsADuplicate() {
        assertThat(account(List.of(done(1, 1), done(2, 1)), attempt(1, 1), attempt(1, 1), attempt(2, 1))
                        .duplicates())
                .containsExactly("beat@2026-06-01T10:00:01Z#1 was executed 2 times");
    }

    @Test
    void anExecutionThatNobodyOrderedIsADuplicate() {
        assertThat(account(List.of(done(1, 1), done(2, 1)), attempt(1, 1), attempt(2, 1), attempt(2, 2))
                        .duplicates())
                .containsExactly("beat@2026-06-01T10:00:02Z#2 was executed, and nobody was to");
    }

    @Test
    void aRunThatWasNotDueIsNamed() {
        assertThat(account(List.of(done(1, 1), done(2, 1), done(3, 1)), attempt(1, 1), attempt(2, 1), attempt(3, 1))
                        .notDue())
                .containsExactly("beat@2026-06-01T10:00:03Z#1");
    }

    private static Account account(List<Run> runs, Attempt... executions) {
        return Account.of(JOBS, Set.of("beat"), T0, T0.plusMillis(2500), runs, new Ledger(List.of(executions)));
    }

    private static Run done(int second, int attempt) {
        return new Run(id(second), RunState.SUCCEEDED, attempt, Optional.of("w"), "t");
    }

    private static Attempt attempt(int second, int number) {
        return new Attempt(id(second), number);
    }

    private static RunId id(int second) {
        return new RunId("beat", T0.plusSeconds(second));
    }
}
