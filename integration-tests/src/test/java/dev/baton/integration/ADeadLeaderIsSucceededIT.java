package dev.baton.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.RevocationReason;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Stopping;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When the process that leads is gone, the next in the queue leads soon, and with a larger token. */
@ContainerTest
class ADeadLeaderIsSucceededIT {
    private static final Duration SESSION = Duration.ofSeconds(4);

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
    @DisplayName("R3, R5: a killed leader is succeeded within session timeout + 2 ticks + 2 s, by a larger token")
    void aKilledLeaderIsSucceeded() {
        try (ContestedElection election = new ContestedElection(ensemble, "killed", SESSION)) {
            CandidateContainer first = election.stand("first");
            CandidateContainer second = election.stand("second");
            CandidateContainer third = election.stand("third");
            var firstTerm = election.lead(first);
            awaitAcceptedWrite(first);

            election.kill(first);
            var secondTerm = election.lead(second);
            Write firstAct = awaitAcceptedWrite(second);

            long lastSign = first.saw(Held.class).mapToLong(Held::to).max().orElseThrow();
            Duration gap = Duration.ofNanos(firstAct.end() - lastSign);
            System.out.println("killed leader: the next one's first write came after " + gap.toMillis() + " ms");
            assertThat(gap)
                    .isLessThan(SESSION.plus(Ensemble.TICK.multipliedBy(2)).plusSeconds(2));
            assertThat(secondTerm.token()).isGreaterThan(firstTerm.token());
            assertThat(third.saw(Held.class))
                    .as("R1: the third in the queue never led")
                    .isEmpty();
            election.conclude().assertSafe();
        }
    }

    @Test
    @DisplayName("R4, R12: a leader that is stopped ends its term, then hands over within 1 s")
    void aStoppedLeaderHandsOver() {
        try (ContestedElection election = new ContestedElection(ensemble, "stopped", SESSION)) {
            CandidateContainer first = election.stand("first");
            CandidateContainer second = election.stand("second");
            var firstTerm = election.lead(first);
            // The next in line can lead at once when it has renewed its lease twice, a fifth of the session apart (R6).
            long ready = second.saw(Started.class).findFirst().orElseThrow().nanos() + SESSION.toNanos() / 2;
            ContestedElection.eventually("the second is ready, and the first still writes")
                    .until(() -> first.first(Write.class, write -> write.begin() > ready)
                            .isPresent());

            first.stop();
            var secondTerm = election.lead(second);
            Write firstAct = awaitAcceptedWrite(second);

            long asked = first.saw(Stopping.class).findFirst().orElseThrow().nanos();
            Duration gap = Duration.ofNanos(firstAct.end() - asked);
            System.out.println("stopped leader: the next one's first write came after " + gap.toMillis() + " ms");
            assertThat(gap).isLessThan(Duration.ofSeconds(1));
            assertThat(secondTerm.token()).isGreaterThan(firstTerm.token());
            assertThat(first.saw(Revoked.class).map(Revoked::reason)).containsExactly(RevocationReason.CLOSED);
            election.conclude().assertSafe();
        }
    }

    private static Write awaitAcceptedWrite(CandidateContainer candidate) {
        ContestedElection.eventually(candidate.id() + " writes")
                .until(() -> candidate
                        .first(Write.class, write -> write.outcome() == Outcome.ACCEPTED)
                        .isPresent());
        return candidate
                .first(Write.class, write -> write.outcome() == Outcome.ACCEPTED)
                .orElseThrow();
    }
}
