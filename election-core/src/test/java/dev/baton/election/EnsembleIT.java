package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three servers come and go: a lost quorum ends terms by the lease, a short cut ends none: R6, R9. */
class EnsembleIT {

    private static final String PATH = "/billing/leader";
    private static final Duration TICK = Duration.ofMillis(400);
    private static final Duration SESSION = Duration.ofSeconds(6);
    private static final Duration LONG = Duration.ofSeconds(40);

    private final TestingCluster cluster = new TestingCluster(specs());
    private CuratorFramework a;
    private CuratorFramework b;
    private LeaderElection first;
    private LeaderElection second;
    private Leadership one;

    private static List<InstanceSpec> specs() {
        return java.util.stream.Stream.generate(() -> new InstanceSpec(
                        null, -1, -1, -1, true, -1, (int) TICK.toMillis(), 100, Map.of("admin.enableServer", "false")))
                .limit(3)
                .toList();
    }

    @BeforeEach
    void aLeadsAndBWaits() throws Exception {
        cluster.start();
        a = client();
        b = client();
        first = LeaderElection.builder(a, PATH)
                .candidateId("a")
                .serverTickTime(TICK)
                .start();
        one = first.awaitLeadership(LONG).orElseThrow();
        second = LeaderElection.builder(b, PATH)
                .candidateId("b")
                .serverTickTime(TICK)
                .start();
        await().atMost(LONG).until(() -> second.state().phase().equals("queued"));
    }

    private CuratorFramework client() {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(cluster.getConnectString())
                .sessionTimeoutMs((int) SESSION.toMillis())
                .connectionTimeoutMs(20_000)
                .retryPolicy(new RetryOneTime(200))
                .build();
        client.start();
        return client;
    }

    @AfterEach
    void stop() throws Exception {
        first.close(Duration.ofSeconds(3));
        second.close(Duration.ofSeconds(3));
        a.close();
        b.close();
        cluster.close();
    }

    @Test
    void lostQuorumEndsTheTermByTheLeaseAndItsReturnBringsALeader_R6() throws Exception {
        try (Sampler sampler = new Sampler(first, second)) {
            List<TestingZooKeeperServer> servers = cluster.getServers();
            servers.get(0).stop();
            servers.get(1).stop();
            await("the lease is shorter than the session").atMost(SESSION).until(() -> !one.isHeld());
            assertThat(second.leadership()).isEmpty();
            servers.get(0).restart();
            servers.get(1).restart();
            await().atMost(LONG)
                    .until(() -> first.leadership().or(second::leadership).isPresent());
            Leadership next = first.leadership().or(second::leadership).orElseThrow();
            assertThat(next.token()).isGreaterThan(one.token());
            assertThat(sampler.overlaps()).isEmpty();
            assertThat(sampler.backwards()).isEmpty();
        }
    }

    @Test
    void serverOfTheLeaderThatGoesMovesNobody_R9() throws Exception {
        InstanceSpec connected =
                cluster.findConnectionInstance(a.getZookeeperClient().getZooKeeper());
        cluster.killServer(connected);
        await("a is connected to another server on the same session")
                .atMost(LONG)
                .until(() -> a.checkExists().forPath(PATH) != null);
        one.write("/cursor", new byte[] {1});
        assertThat(one.isHeld()).isTrue();
        assertThat(first.leadership().map(Leadership::token)).contains(one.token());
        cluster.restartServer(connected);
    }
}
