package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The holder passes the baton to whom it chooses: R4. */
class PassIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();
    private LeaderElection a;
    private LeaderElection b;
    private LeaderElection c;
    private Leadership one;

    @BeforeEach
    void aLeadsAndBAndCWaitInThisOrder() throws Exception {
        a = ensemble.candidate(client, PATH, "a").start();
        one = a.awaitLeadership(SOON).orElseThrow();
        b = ensemble.candidate(ensemble.client(), PATH, "b").start();
        await().until(() -> b.state().phase().equals("queued"));
        c = ensemble.candidate(ensemble.client(), PATH, "c").start();
        await().until(() -> c.state().phase().equals("queued"));
    }

    @AfterEach
    void stop() throws Exception {
        for (LeaderElection each : List.of(c, b, a)) {
            each.close();
        }
        ensemble.close();
    }

    private List<String> queue() {
        return b.candidates().stream().map(Candidate::id).toList();
    }

    @Test
    void theNamedOneLeadsThoughItIsNotNextByOneTransaction_R4() throws Exception {
        try (Sampler sampler = new Sampler(a, b, c)) {
            one.passTo("c");
            assertThat(one.isHeld()).isFalse();
            Leadership two = c.awaitLeadership(SOON).orElseThrow();
            assertThat(two.token()).isGreaterThan(one.token());
            Stat baton = client.checkExists().forPath(PATH + "/baton");
            Stat heir = client.checkExists()
                    .forPath(PATH + "/candidates/" + c.state().znode().orElseThrow());
            assertThat(baton.getMzxid()).as("token").isEqualTo(two.token().zxid());
            assertThat(heir.getMzxid())
                    .as("the heir was written by the same one")
                    .isEqualTo(two.token().zxid());
            assertThat(new String(client.getData().forPath(PATH + "/baton"))).contains("how: passed", "candidate: c");
            await("a is back in the queue, at its end").until(() -> queue().equals(List.of("b", "c", "a")));
            assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.PASSED);
            assertThat(b.state().terms()).isZero();
            assertThat(two.isHeld()).isTrue();
            assertThat(sampler.overlaps()).isEmpty();
            assertThat(sampler.backwards()).isEmpty();
        }
    }

    @Test
    void anUnknownOneIsRefusedAndTheTermGoesOn_R4() {
        for (String nobody : List.of("d", "a")) {
            assertThatThrownBy(() -> one.passTo(nobody))
                    .isInstanceOf(ElectionException.class)
                    .hasMessageContaining("passing to " + nobody)
                    .hasMessageContaining("nobody else with that id stands")
                    .hasMessageContaining("The term goes on");
        }
        one.write("/cursor", new byte[] {1});
        assertThat(one.isHeld()).isTrue();
        assertThat(queue()).containsExactly("a", "b", "c");
    }

    @Test
    void aTermThatIsOverPassesNothing_R11() throws Exception {
        one.close();
        assertThat(b.awaitLeadership(SOON)).isPresent();
        assertThatThrownBy(() -> one.passTo("c")).isInstanceOf(FencedException.class);
        assertThat(c.state().terms()).isZero();
    }
}
