package dev.baton.election.examples.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker's znode on a real server. */
class RegistrationTest {

    private static final Paths PATHS = new Paths("/scheduler");

    @TempDir
    private Path dir;

    private ZooKeeperServerEmbedded server;
    private CuratorFramework client;

    @BeforeEach
    void start() throws Exception {
        Properties configuration = new Properties();
        configuration.setProperty("tickTime", "500");
        configuration.setProperty("clientPort", "0");
        configuration.setProperty("clientPortAddress", "127.0.0.1");
        configuration.setProperty("admin.enableServer", "false");
        server = ZooKeeperServerEmbedded.builder()
                .baseDir(Files.createDirectory(dir.resolve("zookeeper")))
                .configuration(configuration)
                .exitHandler(ExitHandler.LOG_ONLY)
                .build();
        server.start(30_000);
        client = CuratorFrameworkFactory.builder()
                .connectString("127.0.0.1:" + server.getClientPort())
                .sessionTimeoutMs(4000)
                .retryPolicy(new RetryOneTime(200))
                .ensembleTracker(false)
                .build();
        client.start();
        client.create().creatingParentsIfNeeded().forPath(PATHS.workers());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    /** F21: what the present session owns is left alone; deleting and creating it would show the worker as dead. */
    @Test
    void aZnodeOfThePresentSessionIsLeftAlone() throws Exception {
        Registration registration = registration();
        registration.ensure();
        long created = stat().getCzxid();

        registration.ensure();

        assertThat(stat().getCzxid()).isEqualTo(created);
        assertThat(stat().getVersion()).isZero();
    }

    @Test
    void aZnodeOfAnOlderSessionIsReplaced() throws Exception {
        ZooKeeper older = new ZooKeeper("127.0.0.1:" + server.getClientPort(), 20_000, event -> {});
        Awaitility.await().until(() -> older.getState().isConnected());
        older.create(
                PATHS.worker("w"), new byte[0], org.apache.zookeeper.ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);

        registration().ensure();

        assertThat(stat().getEphemeralOwner())
                .isEqualTo(client.getZookeeperClient().getZooKeeper().getSessionId());
        older.close();
        assertThat(stat()).as("the older session takes nothing with it").isNotNull();
    }

    @Test
    void aWorkerComesBackAfterItsSessionExpired() throws Exception {
        Registration registration = registration();
        registration.start();
        Awaitility.await().until(() -> stat() != null);
        long owner = stat().getEphemeralOwner();

        client.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();

        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            Stat stat = stat();
            return stat != null && stat.getEphemeralOwner() != owner;
        });
        registration.stop();
    }

    @Test
    void theRosterShowsWhoIsThereAndWhoLeaves() throws Exception {
        ZooKeeperRoster roster = new ZooKeeperRoster(client, PATHS);
        Registration registration = registration();
        registration.ensure();
        roster.catchUp();
        assertThat(roster.read()).isEqualTo(List.of(new Presence("w", true)));

        registration.leaving();
        registration.ensure();

        assertThat(roster.read()).isEqualTo(List.of(new Presence("w", false)));
    }

    private Registration registration() {
        return new Registration(client, PATHS.worker("w"), event -> {});
    }

    private Stat stat() throws Exception {
        return client.checkExists().forPath(PATHS.worker("w"));
    }
}
