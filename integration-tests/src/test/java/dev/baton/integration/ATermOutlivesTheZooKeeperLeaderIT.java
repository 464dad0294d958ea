package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who leads the election does not change because another server comes to lead the ensemble. */
@ContainerTest
class ATermOutlivesTheZooKeeperLeaderIT {
    /** Twenty ticks: long enough for the ensemble to find a new leader while the lease lasts. */
    private static final Duration SESSION = Ensemble.TICK.multipliedBy(20);

    private Ensemble ensemble;

    @BeforeEach
    void startEnsemble() {
        ensemble = Ensemble.start();
    }

    @AfterEach
    void stopEnsemble() {
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @Test
    @DisplayName("R9: the same term goes on when the server that leads ZooKeeper is killed")
    void theSameTermGoesOn() {
        try (ContestedElection election = new ContestedElection(ensemble, "server-killed", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            CandidateContainer next = election.stand("next");
            Elected term = election.lead(leader);
            eventually("the leader writes").until(() -> !accepted(leader).isEmpty());

            long writtenBefore = lastAcceptedWrite(leader);
            election.fault(FaultKind.SERVER_LEADER_KILLED, List.of(ensemble.leader()), ensemble::killLeader);
            long lastSign = leader.saw(Held.class).mapToLong(Held::to).max().orElseThrow();
            eventually("the leader writes again, under the new leader of ZooKeeper")
                    .failFast(
                            "the term ended",
                            () -> leader.saw(Revoked.class).findAny().isPresent())
                    .until(() -> lastAcceptedWrite(leader) > lastSign);
            eventually("the leader has outlived the lease that it had when the server was killed")
                    .failFast(
                            "the term ended",
                            () -> leader.saw(Revoked.class).findAny().isPresent())
                    .until(() ->
                            leader.saw(Held.class).mapToLong(Held::to).max().orElseThrow()
                                    > lastSign + SESSION.toNanos());

            System.out.println("killed ZooKeeper leader: longest time without an accepted write "
                    + longestSilence(leader, writtenBefore).toMillis() + " ms");
            assertThat(leader.saw(Elected.class)).as("terms of the leader").containsExactly(term);
            assertThat(leader.saw(Revoked.class)).as("ends of terms").isEmpty();
            assertThat(next.saw(Elected.class))
                    .as("terms of the next in the queue")
                    .isEmpty();
            election.conclude().assertSafe();
        }
    }

    private static long lastAcceptedWrite(CandidateContainer candidate) {
        return accepted(candidate).stream().mapToLong(Write::end).max().orElseThrow();
    }

    private static Duration longestSilence(CandidateContainer candidate, long from) {
        long longest = 0;
        long last = from;
        for (Write write : accepted(candidate)) {
            if (write.end() > from) {
                longest = Math.max(longest, write.end() - last);
                last = write.end();
            }
        }
        return Duration.ofNanos(longest);
    }

    private static List<Write> accepted(CandidateContainer candidate) {
        return candidate
                .saw(Write.class)
                .filter(write -> write.outcome() == Outcome.ACCEPTED)
                .toList();
    }
}
