package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Sampler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Groups A, C and E, where several servers are needed; one ensemble for all, a path for each. */
class EnsemblesIT {

    private static final Duration TICK = Duration.ofMillis(400);
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String READ_ONLY = "readonlymode.enabled";

    private static TestingCluster cluster;
    private final List<CuratorFramework> clients = new ArrayList<>();

    @BeforeAll
    static void startServers() throws Exception {
        System.setProperty(READ_ONLY, "true");
        cluster = new TestingCluster(Stream.generate(() -> new InstanceSpec(
                        null, -1, -1, -1, true, -1, (int) TICK.toMillis(), 100, Map.of("admin.enableServer", "false")))
                .limit(3)
                .toList());
        cluster.start();
    }

    @AfterAll
    static void stopServers() throws Exception {
        cluster.close();
        System.clearProperty(READ_ONLY);
    }

    @AfterEach
    void closeClients() {
        clients.forEach(CuratorFramework::close);
    }

    private CuratorFramework client(String suffix) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(cluster.getConnectString() + suffix)
                .sessionTimeoutMs((int) SESSION.toMillis())
                .connectionTimeoutMs(5000)
                .canBeReadOnly(suffix.isEmpty())
                .retryPolicy(new RetryOneTime(200))
                .build();
        client.start();
        clients.add(client);
        return client;
    }

    private static LeaderElection stand(CuratorFramework client, String path, String id) {
        return LeaderElection.builder(client, path)
                .candidateId(id)
                .serverTickTime(TICK)
                .closeTimeout(Duration.ofSeconds(3))
                .start();
    }

    @Fault(id = "A17", value = "the servers lose each other for about a session")
    void a17_serversLoseEachOther(Finding finding) throws Exception {
        CuratorFramework a = client("");
        CuratorFramework b = client("");
        try (LeaderElection first = stand(a, "/a17", "a");
                Latches latches = Latches.start(a, b)) {
            Leadership last = first.awaitLeadership(LONG).orElseThrow();
            try (LeaderElection second = stand(b, "/a17", "b");
                    Sampler sampler = new Sampler(first, second)) {
                Scene.awaitQueued(second);
                latches.faultBegins();
                List<TestingZooKeeperServer> two = cluster.getServers().subList(0, 2);
                long stopped = System.nanoTime();
                for (TestingZooKeeperServer server : two) {
                    server.stop();
                }
                await("for a session")
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> System.nanoTime() - stopped > SESSION.toNanos());
                assertThat(last.isHeld()).as("nobody leads without a quorum").isFalse();
                for (TestingZooKeeperServer server : two) {
                    server.restart();
                }
                long back = System.nanoTime();
                Leadership next = await().atMost(LONG)
                        .until(() -> first.leadership().or(second::leadership), Optional::isPresent)
                        .orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - back);
                assertThat(next.token()).isGreaterThan(last.token());
                String verdict = latches.verdict(SESSION.multipliedBy(3));
                assertThat(sampler.overlaps()).isEmpty();
                assertThat(sampler.backwards()).isEmpty();
                finding.baton("ends by its lease; leader %s after the quorum's return", Finding.seconds(took));
                finding.rival(verdict);
            }
        }
    }

    @Fault(id = "A19", value = "the chroot is lost on the way to a new session")
    void a19_chrootIsKeptInANewSession(Finding finding) throws Exception {
        CuratorFramework root = client("");
        root.create().orSetData().forPath("/team");
        CuratorFramework below = client("/team");
        try (LeaderElection election = stand(below, "/a19", "a");
                Latches latches = Latches.start(below)) {
            Leadership one = election.awaitLeadership(LONG).orElseThrow();
            // The tracker has seen the ensemble's own configuration, which knows of no chroot.
            await().atMost(LONG).until(() -> below.getCurrentConfig() != null);
            long lost = System.nanoTime();
            Scene.abandonSession(below);
            await().atMost(LONG).until(() -> !one.isHeld());
            Leadership two = election.awaitLeadership(LONG).orElseThrow();
            assertThat(two.token()).isGreaterThan(one.token());
            assertThat(root.getChildren().forPath("/team/a19/candidates")).isNotEmpty();
            assertThat(root.checkExists().forPath("/a19")).as("a second tree").isNull();
            finding.baton(
                    "stays below the chroot, next after %s",
                    Finding.seconds(Duration.ofNanos(System.nanoTime() - lost)));
            await().atMost(LONG).until(() -> latches.a().hasLeadership());
            finding.rival(
                    root.checkExists().forPath(Latches.PATH + "-other") == null
                                    && !root.getChildren()
                                            .forPath("/team" + Latches.PATH)
                                            .isEmpty()
                            ? "ok"
                            : "**in two trees**");
        }
    }

    @Fault(id = "C2", value = "started against a read-only server")
    void c2_startedAgainstAReadOnlyServer(Finding finding) throws Exception {
        List<TestingZooKeeperServer> two = cluster.getServers().subList(0, 2);
        for (TestingZooKeeperServer server : two) {
            server.stop();
        }
        CuratorFramework reader = client("");
        CuratorFramework ofLatch = client("");
        await("a read-only server answers").atMost(LONG).until(() -> {
            org.apache.zookeeper.ZooKeeper.States state =
                    reader.getZookeeperClient().getZooKeeper().getState();
            return state == org.apache.zookeeper.ZooKeeper.States.CONNECTEDREADONLY;
        });
        try (LeaderElection election = stand(reader, "/c2", "a");
                Latches latches = Latches.idle(ofLatch)) {
            latches.a().start();
            await("it is told")
                    .atMost(LONG)
                    .until(() -> election.state().lastError().isPresent());
            assertThat(election.leadership()).isEmpty();
            for (TestingZooKeeperServer server : two) {
                server.restart();
            }
            long back = System.nanoTime();
            assertThat(election.awaitLeadership(LONG)).isPresent();
            Duration took = Duration.ofNanos(System.nanoTime() - back);
            latches.faultBegins();
            finding.baton("told; leads %s after the quorum's return", Finding.seconds(took));
            finding.rival("%s (the catalogue's silence did not come about)", latches.verdict(Duration.ofSeconds(5)));
        }
    }

    @Fault(id = "E8", value = "the way back leads to an address that the client was not given")
    void e8_wayBackIsTheOneGiven(Finding finding) throws Exception {
        CuratorFramework a = client("");
        CuratorFramework b = client("");
        try (LeaderElection first = stand(a, "/e8", "a");
                Latches latches = Latches.start(a, b)) {
            Leadership one = first.awaitLeadership(LONG).orElseThrow();
            try (LeaderElection second = stand(b, "/e8", "b");
                    Sampler sampler = new Sampler(first, second)) {
                Scene.awaitQueued(second);
                latches.faultBegins();
                for (TestingZooKeeperServer server : cluster.getServers()) {
                    server.stop();
                }
                await().atMost(LONG).until(() -> !one.isHeld());
                for (TestingZooKeeperServer server : cluster.getServers()) {
                    server.restart();
                }
                long back = System.nanoTime();
                Leadership next = await().atMost(LONG)
                        .until(() -> first.leadership().or(second::leadership), Optional::isPresent)
                        .orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - back);
                await("both have come back")
                        .atMost(LONG)
                        .until(() -> first.candidates().size() == 2);
                assertThat(next.token()).isGreaterThan(one.token());
                assertThat(sampler.overlaps()).isEmpty();
                assertThat(sampler.backwards()).isEmpty();
                finding.baton("both are back, leader %s after the servers' return", Finding.seconds(took));
                finding.rival(latches.verdict(SESSION));
            }
        }
    }
}
