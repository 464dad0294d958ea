package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way to the server is cut, for a short time and for a long one: R6, R9, R13. */
class DisconnectIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Ensemble ensemble = new Ensemble();
    private Proxy proxy;
    private LeaderElection first;
    private LeaderElection second;
    private Leadership one;

    @BeforeEach
    void aLeadsThroughAProxyAndBWaits() throws Exception {
        proxy = new Proxy(ensemble.server().getPort());
        // The tolerant policy of Curator's own recipes, under which LeaderLatch overlaps, changes nothing for us.
        CuratorFramework a = ensemble.startedThrough(
                proxy.connectString(),
                CuratorFrameworkFactory.builder()
                        .sessionTimeoutMs((int) SESSION.toMillis())
                        .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy()));
        CuratorFramework b = ensemble.client(SESSION);
        first = ensemble.candidate(a, PATH, "a").start();
        one = first.awaitLeadership(SOON).orElseThrow();
        second = ensemble.candidate(b, PATH, "b").start();
        await().until(() -> second.state().phase().equals("queued"));
    }

    @AfterEach
    void stop() throws Exception {
        proxy.pass();
        first.close(Duration.ofSeconds(2));
        second.close(Duration.ofSeconds(2));
        proxy.close();
        ensemble.close();
    }

    @Test
    void partitionedLeaderEndsByItsOwnClockBeforeTheNextBegins_R6_A4() throws Exception {
        try (Sampler sampler = new Sampler(first, second)) {
            proxy.swallow();
            Leadership two = second.awaitLeadership(SOON).orElseThrow();
            assertThat(one.isHeld()).isFalse();
            assertThat(two.token()).isGreaterThan(one.token());
            assertThat(sampler.overlaps()).isEmpty();
            proxy.pass();
            await("a stands again, behind b")
                    .atMost(SOON)
                    .until(() -> second.candidates().stream()
                            .map(Candidate::id)
                            .toList()
                            .equals(List.of("b", "a")));
            assertThat(two.isHeld()).isTrue();
            assertThat(sampler.overlaps()).isEmpty();
        }
    }

    @Test
    void shortCutMovesNobody_R9_F16() throws Exception {
        ensemble.server().stop();
        ensemble.server().restart();
        await("the lease is renewed after the cut")
                .atMost(SOON)
                .until(() -> one.remaining().compareTo(SESSION.dividedBy(2)) > 0);
        one.write("/cursor", new byte[] {1});
        assertThat(first.leadership().map(Leadership::token)).contains(one.token());
        assertThat(second.leadership()).isEmpty();
    }

    @Test
    void writeWhoseAnswerIsLostIsOfUnknownOutcome_R13() {
        proxy.swallow();
        assertThatThrownBy(() -> one.write("/cursor", new byte[] {1}))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("/cursor")
                .hasMessageContaining("Read it back");
    }
}
