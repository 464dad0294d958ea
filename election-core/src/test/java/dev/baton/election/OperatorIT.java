package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator does to an election from outside: R4, R7, R10. */
class OperatorIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();
    private final ElectionOperator operator = ElectionOperator.of(ensemble.client(), PATH);

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    private LeaderElection stand(String id) {
        LeaderElection election = ensemble.candidate(client, PATH, id)
                .payload(id.getBytes(StandardCharsets.UTF_8))
                .start();
        await().atMost(SOON).until(() -> election.state().phase().matches("queued|leading"));
        return election;
    }

    @Test
    void readsWhoLeadsWhoStandsAndWhoLedBefore() throws Exception {
        assertThat(operator.read().leader()).isEmpty();
        assertThat(operator.read().candidates()).isEmpty();
        try (LeaderElection a = stand("a");
                LeaderElection b = stand("b")) {
            Leadership term = a.awaitLeadership(SOON).orElseThrow();
            ElectionSnapshot now = operator.read();
            assertThat(now.path()).isEqualTo(PATH);
            assertThat(now.leader().orElseThrow().token()).isEqualTo(term.token());
            assertThat(now.leader().orElseThrow().payload()).asString().isEqualTo("a");
            assertThat(now.candidates()).extracting(Candidate::id).containsExactly("a", "b");
            assertThat(now.candidates()).extracting(Candidate::holder).containsExactly(true, false);
            assertThat(now.candidates()).allSatisfy(each -> {
                assertThat(each.pid()).isEqualTo(ProcessHandle.current().pid());
                assertThat(each.session())
                        .isEqualTo(client.getZookeeperClient().getZooKeeper().getSessionId());
                assertThat(each.host()).isNotBlank();
            });
            a.close();
            await().atMost(SOON).until(() -> b.leadership().isPresent());
            assertThat(operator.read().history()).hasSize(1);
            assertThat(operator.read().history().get(0).candidateId()).isEqualTo("a");
        }
    }

    @Test
    void leaderPassesTheBatonToWhomItWasAskedFor_R4() throws Exception {
        Recorder told = new Recorder();
        try (LeaderElection a =
                ensemble.candidate(client, PATH, "a").listener(told).start()) {
            Leadership term = a.awaitLeadership(SOON).orElseThrow();
            try (LeaderElection b = stand("b");
                    LeaderElection c = stand("c");
                    Sampler sampler = new Sampler(a, c)) {
                assertThat(operator.askToPass("c").id()).isEqualTo("c");
                Leadership next = c.awaitLeadership(SOON).orElseThrow();
                assertThat(next.token()).isGreaterThan(term.token());
                await().atMost(SOON).until(() -> told.told().size() >= 2);
                assertThat(told.told().get(1)).isEqualTo("revoked " + term.token() + " PASSED");
                await().atMost(SOON).until(() -> operator.read().candidates().size() == 3);
                assertThat(operator.read().leader().orElseThrow().candidateId()).isEqualTo("c");
                assertThat(b.leadership()).isEmpty();
                assertThat(sampler.overlaps()).isEmpty();
                assertThat(c.leadership()).as("asked once, passed once").contains(next);
            }
        }
    }

    @Test
    void whatCannotBePassedIsRefusedWithTheReason_R4() throws Exception {
        assertThatThrownBy(() -> operator.askToPass("a"))
                .isInstanceOf(ElectionException.class)
                .hasMessageContaining(PATH)
                .hasMessageContaining("Nobody leads");
        try (LeaderElection a = stand("a");
                LeaderElection b = stand("b")) {
            Leadership term = a.awaitLeadership(SOON).orElseThrow();
            assertThatThrownBy(() -> operator.askToPass("a")).hasMessageContaining("The leader itself is a");
            assertThatThrownBy(() -> operator.askToPass("z"))
                    .hasMessageContaining("Nobody stands as z")
                    .hasMessageContaining("[b]");
            assertThat(term.isHeld()).isTrue();
            assertThat(b.leadership()).isEmpty();
        }
    }

    @Test
    void evictedOneStandsAgainAtTheBack_R7() throws Exception {
        try (LeaderElection a = stand("a");
                LeaderElection b = stand("b");
                LeaderElection c = stand("c")) {
            Candidate victim = operator.read().candidates().get(1);
            assertThat(operator.evict(victim)).isTrue();
            assertThat(operator.evict(victim)).as("gone").isFalse();
            await().atMost(SOON)
                    .until(() -> operator.read().candidates().stream()
                            .map(Candidate::id)
                            .toList()
                            .equals(java.util.List.of("a", "c", "b")));
            assertThat(a.leadership()).isPresent();
            assertThat(b.state().position()).contains(2);
            assertThat(c.state().position()).contains(1);
        }
    }

    @Test
    void electionIsRemovedOnlyWhenNobodyStandsAndItsTokensGrowOn_R5() throws Exception {
        FencingToken before;
        try (LeaderElection a = stand("a")) {
            before = a.awaitLeadership(SOON).orElseThrow().token();
            assertThatThrownBy(operator::remove)
                    .hasMessageContaining(PATH)
                    .hasMessageContaining("[a]")
                    .hasMessageContaining("Close them first");
            assertThat(a.leadership()).isPresent();
        }
        assertThat(operator.remove()).isTrue();
        assertThat(operator.remove()).as("nothing left").isFalse();
        try (LeaderElection a = stand("a")) {
            assertThat(a.awaitLeadership(SOON).orElseThrow().token()).isGreaterThan(before);
        }
    }
}
