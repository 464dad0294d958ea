package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The baton goes on when its holder gives it up: R2, R4, R12. */
class HandoverIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework a = ensemble.client();
    private final CuratorFramework b = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void resignedTermGoesToTheNextInLineAndTheCandidateToTheBack_R4() throws Exception {
        try (LeaderElection first = ensemble.candidate(a, PATH, "a").start();
                Leadership one = first.awaitLeadership(SOON).orElseThrow();
                LeaderElection second = ensemble.candidate(b, PATH, "b").start()) {
            await().until(() -> ids(second).equals(List.of("a", "b")));
            one.close();
            assertThat(one.isHeld()).isFalse();
            Leadership two = second.awaitLeadership(SOON).orElseThrow();
            assertThat(two.token()).isGreaterThan(one.token());
            await().until(() -> ids(second).equals(List.of("b", "a")));
            assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.RESIGNED);
            // Passed, not claimed: the one transaction names the successor.
            assertThat(new String(a.getData().forPath(PATH + "/baton"))).contains("how: passed", "candidate: b");
        }
    }

    @Test
    void closedElectionLeavesNothingAndTheNextLeads_R12() throws Exception {
        LeaderElection first = ensemble.candidate(a, PATH, "a").start();
        Leadership one = first.awaitLeadership(SOON).orElseThrow();
        try (LeaderElection second = ensemble.candidate(b, PATH, "b").start()) {
            await().until(() -> ids(second).size() == 2);
            first.close();
            assertThat(one.isHeld()).isFalse();
            assertThat(ids(second)).containsExactly("b");
            assertThat(second.awaitLeadership(SOON)).isPresent();
            first.close();
            assertThatThrownBy(first::awaitLeadership)
                    .isInstanceOf(ElectionException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(a.getChildren().forPath(PATH + "/candidates")).isEmpty();
        await().until(() -> threads("baton-election") == 0);
        await().until(() -> threads("baton-callback") == 0);
        assertThat(watches(a)).isZero();
        assertThat(watches(b)).isZero();
    }

    @Test
    void waitingCandidateThatClosesLeavesNoWatchOnItsPredecessor_R12() throws Exception {
        try (LeaderElection first = ensemble.candidate(a, PATH, "a").start()) {
            assertThat(first.awaitLeadership(SOON)).isPresent();
            LeaderElection second = ensemble.candidate(b, PATH, "b").start();
            await().until(() -> watches(b) == 2);
            second.close();
            await().until(() -> watches(b) == 0);
        }
    }

    @Test
    void awaitLeadershipKeepsItsLimit() throws Exception {
        try (LeaderElection first = ensemble.candidate(a, PATH, "a").start()) {
            assertThat(first.awaitLeadership(SOON)).isPresent();
            try (LeaderElection second = ensemble.candidate(b, PATH, "b").start()) {
                assertThat(second.awaitLeadership(Duration.ZERO)).isEmpty();
                assertThat(second.awaitLeadership(Duration.ofMillis(20))).isEmpty();
                assertThat(second.leadership()).isEmpty();
            }
        }
    }

    @Test
    void loneCandidateThatResignsLeadsAgainWithAGreaterToken() throws Exception {
        try (LeaderElection only = ensemble.candidate(a, PATH, "a").start()) {
            Leadership one = only.awaitLeadership(SOON).orElseThrow();
            one.close();
            one.close();
            Leadership two = only.awaitLeadership(SOON).orElseThrow();
            assertThat(two.token()).isGreaterThan(one.token());
            assertThat(one.isHeld()).isFalse();
        }
    }

    private static List<String> ids(LeaderElection election) {
        return election.candidates().stream().map(Candidate::id).toList();
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .count();
    }

    private static int watches(CuratorFramework client) throws Exception {
        return ClientWatches.below(client, PATH).size();
    }
}
