package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.NotHeld;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Network;

/** When the network splits the ensemble, the side of the majority has the leader, and the other none. */
@ContainerTest
@Tag("extended")
class ASplitEnsembleHasOneLeaderIT {
    private static final Duration SESSION = Ensemble.TICK.multipliedBy(20);

    private Ensemble ensemble;
    private Network minority;

    @BeforeEach
    void startEnsemble() {
        ensemble = Ensemble.start();
        minority = Ensemble.newNetwork();
    }

    @AfterEach
    void stopEnsemble() {
        if (ensemble != null) {
            ensemble.close();
            minority.close();
        }
    }

    @Test
    @DisplayName(
            "R9: one server cut off moves nobody; the leader in the minority, with ZooKeeper's, ends its term in time")
    void oneServerThenTheMinority() {
        try (ContestedElection election = new ContestedElection(ensemble, "split", SESSION)) {
            String follower = ensemble.follower();
            // A client whose own server falls silent needs most of its lease to notice: that would be another test.
            List<String> others = ensemble.names().stream()
                    .filter(name -> !name.equals(follower))
                    .toList();
            CandidateContainer leader = election.stand("leader", others);
            CandidateContainer next = election.stand("next");
            Elected term = election.lead(leader);

            int cut = election.fault(
                    FaultKind.SERVER_CUT,
                    List.of(follower),
                    () -> DockerNetwork.leave(ensemble.network(), ensemble.containerId(follower)));
            long lease = System.nanoTime() + SESSION.toNanos();
            eventually("the leader has outlived its lease")
                    .failFast(
                            "the term ended",
                            () -> leader.saw(Revoked.class).findAny().isPresent())
                    .until(() -> wroteAfter(leader, lease));
            election.heal(cut, () -> {
                DockerNetwork.join(ensemble.network(), ensemble.containerId(follower), List.of(follower));
                ensemble.awaitAllServe();
            });
            assertThat(leader.saw(Elected.class)).containsExactly(term);

            String server = ensemble.leader();
            int split = election.fault(FaultKind.SERVER_LEADER_CUT, List.of(server, "leader"), () -> {
                DockerNetwork.join(minority, ensemble.containerId(server), List.of(server));
                DockerNetwork.join(minority, leader.containerId(), List.of("leader"));
                DockerNetwork.leave(ensemble.network(), ensemble.containerId(server));
                DockerNetwork.leave(ensemble.network(), leader.containerId());
            });
            eventually("the next leads, on the side of the majority").until(() -> wroteAfter(next, 0));
            long ended = leader.saw(NotHeld.class).findFirst().orElseThrow().nanos();
            long began = next.saw(Held.class).findFirst().orElseThrow().from();
            assertThat(ended).as("the end of the term in the minority").isLessThan(began);
            election.heal(split, () -> {
                DockerNetwork.join(ensemble.network(), ensemble.containerId(server), List.of(server));
                DockerNetwork.join(ensemble.network(), leader.containerId(), List.of("leader"));
                DockerNetwork.leave(minority, ensemble.containerId(server));
                DockerNetwork.leave(minority, leader.containerId());
                ensemble.awaitAllServe();
            });
            next.stop();
            eventually("who was in the minority leads again").until(() -> wroteAfter(leader, began));
            election.conclude().assertSafe();
        }
    }

    private static boolean wroteAfter(CandidateContainer candidate, long instant) {
        return candidate
                .first(Write.class, write -> write.outcome() == Outcome.ACCEPTED && write.begin() > instant)
                .isPresent();
    }
}
