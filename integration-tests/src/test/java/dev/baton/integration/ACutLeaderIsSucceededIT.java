package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.election.RevocationReason;
import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.NotHeld;
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

/** A leader that no packet reaches, or some do, ends its term by its own clock, or keeps it; two never lead. */
@ContainerTest
@Tag("extended")
class ACutLeaderIsSucceededIT {
    private static final Duration SESSION = Duration.ofSeconds(4);
    /** Of the servers. */
    private static final String PORT = "2181";

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
    @DisplayName("R3, R6: taken off the network it ends its term by its lease, before the next begins, and comes back")
    void aLeaderWithoutANetwork() {
        try (ContestedElection election = new ContestedElection(ensemble, "cut", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            CandidateContainer next = election.stand("next");
            election.lead(leader);
            awaitWrite(leader, 0);

            int cut = election.fault(
                    FaultKind.CANDIDATE_CUT,
                    List.of("leader"),
                    () -> DockerNetwork.leave(ensemble.network(), leader.containerId()));
            eventually("the next writes")
                    .until(() -> next.first(Write.class, write -> write.outcome() == Outcome.ACCEPTED)
                            .isPresent());
            election.heal(cut, () -> DockerNetwork.join(ensemble.network(), leader.containerId(), List.of("leader")));

            long ended = leader.saw(NotHeld.class).findFirst().orElseThrow().nanos();
            long began = next.saw(Held.class).findFirst().orElseThrow().from();
            System.out.println(
                    "cut leader: its term ended " + (began - ended) / 1_000_000 + " ms before the next began");
            assertThat(ended)
                    .as("the end of the leader's term, by its own clock")
                    .isLessThan(began);
            eventually("the end is told")
                    .until(() -> leader.saw(Revoked.class).findAny().isPresent());
            assertThat(leader.saw(Revoked.class).map(Revoked::reason))
                    .first()
                    .isEqualTo(RevocationReason.LEASE_EXPIRED);
            next.stop();
            awaitWrite(leader, began);
            election.conclude().assertSafe();
        }
    }

    @Test
    @DisplayName("R6: answers that do not arrive (half-open) end the term as a cut does; what was sent does no harm")
    void aHalfOpenLeader() {
        try (ContestedElection election = new ContestedElection(ensemble, "half-open", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            CandidateContainer next = election.stand("next");
            election.lead(leader);
            awaitWrite(leader, 0);
            assumeFilter(leader);

            int cut = election.fault(
                    FaultKind.CANDIDATE_HALF_OPEN,
                    List.of("leader"),
                    () -> DockerNetwork.addRule(
                            leader.containerId(), "INPUT", "-p", "tcp", "--sport", PORT, "-j", "DROP"));
            awaitWrite(next, 0);
            election.heal(cut, () -> DockerNetwork.removeRules(leader.containerId()));
            election.conclude().assertSafe();
        }
    }

    @Test
    @DisplayName("R9: a fifth of all packets lost, then resets: whoever leads, everything else holds")
    void aLossyLink() {
        try (ContestedElection election = new ContestedElection(ensemble, "lossy", SESSION)) {
            CandidateContainer leader = election.stand("leader");
            CandidateContainer next = election.stand("next");
            election.lead(leader);
            assumeFilter(leader);
            String[] random = {"-m", "statistic", "--mode", "random", "--probability", "0.2"};

            int loss = election.fault(FaultKind.CANDIDATE_LOSSY, List.of("leader", "next"), () -> {
                for (CandidateContainer each : List.of(leader, next)) {
                    DockerNetwork.addRule(each.containerId(), concat("INPUT", random, "-j", "DROP"));
                    DockerNetwork.addRule(each.containerId(), concat("OUTPUT", random, "-j", "DROP"));
                }
            });
            awaitSomebodyWritesFor(election, SESSION.multipliedBy(2));
            election.heal(
                    loss, () -> List.of(leader, next).forEach(each -> DockerNetwork.removeRules(each.containerId())));

            int resets = election.fault(
                    FaultKind.CANDIDATE_RESET,
                    List.of("leader"),
                    () -> DockerNetwork.addRule(
                            leader.containerId(),
                            "OUTPUT",
                            "-p",
                            "tcp",
                            "--dport",
                            PORT,
                            "-j",
                            "REJECT",
                            "--reject-with",
                            "tcp-reset"));
            awaitWrite(next, System.nanoTime());
            election.heal(resets, () -> DockerNetwork.removeRules(leader.containerId()));
            election.conclude().assertSafe();
        }
    }

    private static String[] concat(String chain, String[] middle, String... end) {
        return java.util.stream.Stream.of(new String[] {chain}, middle, end)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new);
    }

    private static void assumeFilter(CandidateContainer candidate) {
        assumeTrue(
                DockerNetwork.canFilter(candidate.containerId()),
                "needs root and iptables on the machine of the Docker engine");
    }

    private static void awaitWrite(CandidateContainer candidate, long after) {
        eventually(candidate.id() + " writes")
                .until(() -> candidate
                        .first(Write.class, write -> write.outcome() == Outcome.ACCEPTED && write.begin() > after)
                        .isPresent());
    }

    private static void awaitSomebodyWritesFor(ContestedElection election, Duration length) {
        long begin = System.nanoTime();
        eventually("somebody writes on a bad link, after " + length)
                .until(() -> election.awaitLeader()
                        .first(
                                Write.class,
                                write ->
                                        write.outcome() == Outcome.ACCEPTED && write.begin() > begin + length.toNanos())
                        .isPresent());
    }
}
