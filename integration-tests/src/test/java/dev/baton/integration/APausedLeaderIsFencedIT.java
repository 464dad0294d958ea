package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Woke;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A leader that is frozen past its session learns at once, when it wakes, that it leads no more, and can do no harm. */
@ContainerTest
class APausedLeaderIsFencedIT {
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration PAUSE = SESSION.plus(Ensemble.TICK);

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
    @DisplayName("R6, R8, R13: isHeld() is false at its first call after waking, writes are refused, it stands again")
    void aPausedLeaderIsFenced() {
        try (ContestedElection election = new ContestedElection(ensemble, "paused", SESSION)) {
            CandidateContainer sleeper = election.stand("sleeper");
            CandidateContainer other = election.stand("other");
            Elected firstTerm = election.lead(sleeper);

            long paused = System.nanoTime();
            int pause = election.fault(FaultKind.CANDIDATE_PAUSED_LONG, List.of("sleeper"), sleeper::pause);
            Elected otherTerm = election.lead(other);
            eventually("the other writes")
                    .until(() -> other.first(Write.class, write -> write.outcome() == Outcome.ACCEPTED)
                            .isPresent());
            eventually("the session timeout has passed").until(() -> System.nanoTime() - paused > PAUSE.toNanos());
            election.heal(pause, sleeper::resume);
            eventually("the sleeper is told of its term's end, and has tried to write")
                    .until(() -> sleeper.saw(Revoked.class).findAny().isPresent()
                            && staleWrites(sleeper).size() == 2);

            Woke waking = sleeper.first(Woke.class, woke -> woke.token().equals(firstTerm.token()))
                    .orElseThrow();
            System.out.println("paused leader: woke after " + waking.pauseNanos() / 1_000_000 + " ms");
            assertThat(Duration.ofNanos(waking.pauseNanos())).isGreaterThan(SESSION);
            assertThat(waking.held()).as("the first isHeld() after waking").isFalse();
            assertThat(waking.nanos()).as("waking, while the other led").isGreaterThan(otherTerm.nanos());
            assertThat(staleWrites(sleeper))
                    .as("writes with the term that was slept through")
                    .allMatch(write -> write.token().equals(firstTerm.token()))
                    .allMatch(write -> write.begin()
                            > waking.nanos() - Duration.ofMillis(1).toNanos())
                    .extracting(Write::outcome)
                    .containsOnly(Outcome.REFUSED);
            assertThat(otherTerm.token()).isGreaterThan(firstTerm.token());

            other.stop();
            eventually("the sleeper leads again")
                    .until(() -> sleeper.saw(Elected.class).count() == 2);
            assertThat(sleeper.saw(Elected.class)
                            .skip(1)
                            .findFirst()
                            .orElseThrow()
                            .token())
                    .isGreaterThan(otherTerm.token());
            election.conclude().assertSafe();
        }
    }

    private static List<Write> staleWrites(CandidateContainer candidate) {
        return candidate.saw(Write.class).filter(Write::stale).toList();
    }
}
