package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;
import org.apache.zookeeper.ZooKeeper.States;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A candidate that starts on a server without a quorum, which lets it read only: told, and mended without a restart. */
class ReadOnlyServerIT {

    private static final String PATH = "/billing/leader";
    private static final String READ_ONLY_MODE = "readonlymode.enabled";
    private static final Duration TICK = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofSeconds(40);

    private final String before = System.getProperty(READ_ONLY_MODE, "false");
    private TestingCluster cluster;

    private static List<InstanceSpec> specs() {
        return Stream.generate(() -> new InstanceSpec(
                        null, -1, -1, -1, true, -1, (int) TICK.toMillis(), 100, Map.of("admin.enableServer", "false")))
                .limit(3)
                .toList();
    }

    @BeforeEach
    void oneOfThreeServersIsLeft() throws Exception {
        System.setProperty(READ_ONLY_MODE, "true");
        cluster = new TestingCluster(specs());
        cluster.start();
        List<TestingZooKeeperServer> servers = cluster.getServers();
        servers.get(0).stop();
        servers.get(1).stop();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
        System.setProperty(READ_ONLY_MODE, before);
    }

    @Test
    void readOnlyServerIsToldAtTheFirstAttemptAndMendedByItsQuorum_C2() throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(cluster.getConnectString())
                .sessionTimeoutMs(8000)
                .connectionTimeoutMs(20_000)
                .retryPolicy(new RetryOneTime(200))
                .canBeReadOnly(true)
                .build()) {
            client.start();
            await().atMost(LONG)
                    .until(() -> client.getZookeeperClient().getZooKeeper().getState() == States.CONNECTEDREADONLY);
            Recorder told = new Recorder();
            try (LeaderElection election = LeaderElection.builder(client, PATH)
                    .candidateId("a")
                    .serverTickTime(TICK)
                    .closeTimeout(Duration.ofSeconds(3))
                    .listener(told)
                    .start()) {
                await("the first attempt")
                        .atMost(Duration.ofSeconds(3))
                        .until(() -> !told.failures().isEmpty());
                assertThat(told.failures().get(0)).hasMessageContaining(PATH).hasMessageContaining("no quorum");
                assertThat(election.state().lastError())
                        .hasValueSatisfying(error -> assertThat(error).contains("no quorum"));
                assertThat(election.leadership()).isEmpty();
                cluster.getServers().get(0).restart();
                Leadership term = election.awaitLeadership(LONG).orElseThrow();
                term.write("/cursor", new byte[] {1});
            }
        }
    }
}
