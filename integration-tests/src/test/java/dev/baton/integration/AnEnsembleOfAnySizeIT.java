package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same holds on one server, on three and on five. */
@ContainerTest
@Tag("extended")
class AnEnsembleOfAnySizeIT {
    private static final Duration SESSION = Duration.ofSeconds(4);

    @ParameterizedTest(name = "{0} server(s)")
    @ValueSource(ints = {1, 5})
    @DisplayName("R3, R8: a short pause moves nobody; a killed leader is succeeded, and stands anew under the same id")
    void aLeaderIsPausedThenKilledThenStartedAgain(int size) {
        try (Ensemble ensemble = Ensemble.start(size);
                ContestedElection election = new ContestedElection(ensemble, "servers-" + size, SESSION)) {
            CandidateContainer first = election.stand("first");
            CandidateContainer second = election.stand("second");
            Elected term = election.lead(first);
            awaitWrite(first);

            int pause = election.fault(FaultKind.CANDIDATE_PAUSED_SHORT, List.of("first"), first::pause);
            long paused = System.nanoTime();
            eventually("a quarter of the session has passed")
                    .until(() -> System.nanoTime() - paused > SESSION.toNanos() / 4);
            election.heal(pause, first::resume);
            awaitWrite(first);
            assertThat(first.saw(Elected.class))
                    .as("terms, after a short pause")
                    .containsExactly(term);

            election.kill(first);
            assertThat(election.lead(second).token()).isGreaterThan(term.token());
            CandidateContainer again = election.stand("first");
            second.stop();
            assertThat(election.lead(again).token()).isGreaterThan(term.token());
            election.conclude().assertSafe();
        }
    }

    private static void awaitWrite(CandidateContainer leader) {
        long now = System.nanoTime();
        eventually(leader.id() + " writes")
                .until(() -> leader.first(
                                Write.class, write -> write.outcome() == Outcome.ACCEPTED && write.begin() > now)
                        .isPresent());
    }
}
