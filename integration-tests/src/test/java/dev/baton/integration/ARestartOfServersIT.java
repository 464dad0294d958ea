package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that are restarted one by one move nobody; a restart of all of them ends in a leader. */
@ContainerTest
@Tag("extended")
class ARestartOfServersIT {
    /** Twenty ticks: long enough for the ensemble to find a new leader while the lease lasts. */
    private static final Duration SESSION = Ensemble.TICK.multipliedBy(20);

    private static Ensemble ensemble;

    @BeforeAll
    static void startEnsemble() {
        ensemble = Ensemble.start();
    }

    @AfterAll
    static void stopEnsemble() {
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @Test
    @DisplayName("R9: a rolling restart of all servers moves nobody")
    void aRollingRestartMovesNobody() {
        try (ContestedElection election = new ContestedElection(ensemble, "rolling", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            CandidateContainer next = election.stand("next");
            Elected term = election.lead(leader);

            int restart = election.fault(FaultKind.ROLLING_RESTART, ensemble.names(), () -> {});
            for (String server : ensemble.names()) {
                ensemble.stop(List.of(server));
                ensemble.startAgain(List.of(server));
                awaitWrite(leader);
            }
            election.heal(restart, () -> {});
            assertThat(leader.saw(Elected.class)).as("terms of the leader").containsExactly(term);
            assertThat(leader.saw(Revoked.class)).as("ends of terms").isEmpty();
            assertThat(next.saw(Elected.class)).as("terms of the next").isEmpty();
            election.conclude().assertSafe();
        }
    }

    @Test
    @DisplayName("R5, R10: after all servers were stopped and started somebody leads, and tokens have grown")
    void aFullRestartEndsInALeader() {
        try (ContestedElection election = new ContestedElection(ensemble, "full", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            election.stand("next");
            election.lead(leader);
            awaitWrite(leader);

            int restart =
                    election.fault(FaultKind.FULL_RESTART, ensemble.names(), () -> ensemble.stop(ensemble.names()));
            election.heal(restart, () -> ensemble.startAgain(ensemble.names()));
            long healed = System.nanoTime();
            eventually("somebody writes").until(() -> wroteAfter(election.awaitLeader(), healed));
            election.conclude().assertSafe();
        }
    }

    private static void awaitWrite(CandidateContainer leader) {
        long now = System.nanoTime();
        eventually("the leader writes").until(() -> wroteAfter(leader, now));
    }

    private static boolean wroteAfter(CandidateContainer candidate, long instant) {
        return candidate
                .first(Write.class, write -> write.outcome() == Outcome.ACCEPTED && write.begin() > instant)
                .isPresent();
    }
}
