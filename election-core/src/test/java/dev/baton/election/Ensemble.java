package dev.baton.election;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** One ZooKeeper server in this process, with a short tick so that sessions can be short, and clients of it. */
public final class Ensemble implements AutoCloseable {

    public static final Duration TICK = Duration.ofMillis(200);
    public static final Duration SESSION = Duration.ofSeconds(2);

    private final TestingServer server;
    private final List<CuratorFramework> clients = new ArrayList<>();

    public Ensemble() {
        this(TICK.multipliedBy(20));
    }

    /** A server that grants sessions up to so long; it is 20 ticks by default. */
    public Ensemble(Duration longestSession) {
        try {
            server = new TestingServer(spec(longestSession), true);
        } catch (Exception cannotStart) {
            throw new IllegalStateException(cannotStart);
        }
    }

    private static InstanceSpec spec(Duration longestSession) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("maxSessionTimeout", Long.toString(longestSession.toMillis()));
        properties.put("admin.enableServer", "false");
        return new InstanceSpec(null, -1, -1, -1, true, -1, (int) TICK.toMillis(), 1000, properties);
    }

    public TestingServer server() {
        return server;
    }

    /** How many watches the server keeps, as it tells by JMX: one for each session and path. */
    public int watches() throws JMException {
        ObjectName tree = new ObjectName("org.apache.ZooKeeperService:name0=StandaloneServer_port" + server.getPort()
                + ",name1=InMemoryDataTree");
        return (int) ManagementFactory.getPlatformMBeanServer().getAttribute(tree, "WatchCount");
    }

    /** A started client with its own session; closed with the ensemble. */
    public CuratorFramework client() {
        return client(SESSION);
    }

    public CuratorFramework client(Duration session) {
        return started(CuratorFrameworkFactory.builder().sessionTimeoutMs((int) session.toMillis()));
    }

    public CuratorFramework started(CuratorFrameworkFactory.Builder builder) {
        return startedAt("", builder);
    }

    public CuratorFramework startedAt(String chroot, CuratorFrameworkFactory.Builder builder) {
        return startedThrough(server.getConnectString() + chroot, builder);
    }

    public CuratorFramework startedThrough(String connect, CuratorFrameworkFactory.Builder builder) {
        CuratorFramework client = builder.connectString(connect)
                .connectionTimeoutMs(5000)
                .retryPolicy(new RetryOneTime(100))
                .zookeeperFactory(new Factory())
                .build();
        client.start();
        clients.add(client);
        return client;
    }

    private static final class Factory implements ZookeeperFactory {
        @Override
        public ZooKeeper newZooKeeper(String connect, int session, Watcher watcher, boolean readOnly)
                throws IOException {
            return newZooKeeper(connect, session, watcher, readOnly, new ZKClientConfig());
        }

        @Override
        public ZooKeeper newZooKeeper(
                String connect, int session, Watcher watcher, boolean readOnly, ZKClientConfig config)
                throws IOException {
            return new ClientWatches(
                    connect, session, watcher, readOnly, config == null ? new ZKClientConfig() : config);
        }
    }

    public ElectionBuilder candidate(CuratorFramework client, String path, String id) {
        return LeaderElection.builder(client, path).candidateId(id).serverTickTime(TICK);
    }

    @Override
    public void close() throws IOException {
        clients.forEach(CuratorFramework::close);
        server.close();
    }
}
