package dev.baton.election.examples.sandbox;

import dev.baton.election.LeaderElection;
import dev.baton.election.examples.scheduler.node.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/**
 * What an example runs in: a ZooKeeper server on loopback, an SQLite file, and candidates, in a temporary directory. All of
 * it is gone after {@link #close()}.
 *
 * <p>Not thread-safe.
 */
public final class Sandbox implements AutoCloseable {

    private static final int TICK_MILLIS = 200;
    private static final int SESSION_MILLIS = 20 * TICK_MILLIS;
    private static final String DIRECTORY = "baton.sandbox.directory";
    private static final String ZOOKEEPER = "baton.sandbox.zookeeper";
    private static final String PARENT = "baton.sandbox.parent";

    private final Path directory;
    private final String zookeeper;
    private final Map<String, CuratorFramework> clients = new LinkedHashMap<>();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private Sandbox(Path directory, String zookeeper) {
        this.directory = directory;
        this.zookeeper = zookeeper;
    }

    /**
     * Starts a server in a new temporary directory; or joins the parent's sandbox, in a process that {@link
     * ChildProcess#start} has started.
     *
     * @return the sandbox, to be closed
     * @throws Exception if the server does not start, with the reason
     */
    public static Sandbox open() throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE); // an expired session is what examples are about, not a warning
        String parents = System.getProperty(DIRECTORY);
        if (parents != null) {
            endWithParent(Long.getLong(PARENT));
            return new Sandbox(Path.of(parents), System.getProperty(ZOOKEEPER));
        }
        Path directory = Files.createTempDirectory("baton-example-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory))); // Ctrl-C closes nothing
        try {
            ZooKeeperServerEmbedded server = startServer(Files.createDirectory(directory.resolve("zookeeper")));
            Sandbox sandbox = new Sandbox(directory, "127.0.0.1:" + server.getClientPort());
            sandbox.opened.push(() -> Leftovers.delete(directory));
            sandbox.opened.push(server::close);
            return sandbox;
        } catch (Exception failed) {
            throw new IOException(
                    "The example's ZooKeeper server did not start in " + directory + ": " + failed, failed);
        }
    }

    /** A child waits for a server that goes with its parent, and would wait for ever. */
    private static void endWithParent(long parent) {
        Runnable end = () -> Runtime.getRuntime().halt(1);
        ProcessHandle.of(parent).map(ProcessHandle::onExit).ifPresentOrElse(ended -> ended.thenRun(end), end);
    }

    private static void delete(Path directory) {
        try {
            Leftovers.delete(directory);
        } catch (IOException failed) {
            System.err.println(directory + " cannot be deleted: " + failed);
        }
    }

    private static ZooKeeperServerEmbedded startServer(Path directory) throws Exception {
        Properties configuration = new Properties();
        configuration.setProperty("tickTime", String.valueOf(TICK_MILLIS));
        configuration.setProperty("clientPort", "0");
        configuration.setProperty("clientPortAddress", "127.0.0.1");
        configuration.setProperty("admin.enableServer", "false");
        ZooKeeperServerEmbedded server = ZooKeeperServerEmbedded.builder()
                .baseDir(directory)
                .configuration(configuration)
                .exitHandler(ExitHandler.LOG_ONLY)
                .build();
        try {
            server.start(TimeUnit.SECONDS.toMillis(30));
            return server;
        } catch (Exception failed) {
            server.close();
            throw failed;
        }
    }

    /**
     * Where the example may write files.
     *
     * @return the temporary directory, absolute
     */
    public Path directory() {
        return directory;
    }

    /**
     * What a child's JVM is to be told, for {@link #open()} to join this sandbox.
     *
     * @return system properties
     */
    Map<String, String> properties() {
        String parent = String.valueOf(ProcessHandle.current().pid());
        return Map.of(DIRECTORY, directory.toString(), ZOOKEEPER, zookeeper, PARENT, parent);
    }

    /**
     * A connection to the sandbox's SQLite file, in auto-commit mode.
     *
     * @return a new one, which the caller closes
     * @throws SQLException if it cannot be opened
     */
    public Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("example.db") + "?busy_timeout=10000");
    }

    /**
     * A client with a session of its own, as a process has one.
     *
     * @param id whose; those of one id share the client
     * @return a client that is started, and closed by the sandbox
     */
    public CuratorFramework client(String id) {
        return clients.computeIfAbsent(id, any -> {
            CuratorFramework client = CuratorFrameworkFactory.newClient(
                    zookeeper, SESSION_MILLIS, SESSION_MILLIS, new ExponentialBackoffRetry(50, 10));
            client.start();
            opened.push(client);
            return client;
        });
    }

    /**
     * Stands for an election. Returns before the candidate is in line: for who is to be first, wait until it leads before
     * another stands.
     *
     * @param path the election's path
     * @param id the candidate's id, which tells its client
     * @return the candidate, which the sandbox closes
     */
    public LeaderElection stand(String path, String id) {
        LeaderElection election = LeaderElection.builder(client(id), path)
                .candidateId(id)
                .serverTickTime(Duration.ofMillis(TICK_MILLIS))
                .start();
        opened.push(election);
        return election;
    }

    /**
     * Does to a candidate what a pause longer than its session does: the server ends the session, and the next in line
     * leads. The candidate hears of it, and stands again under a new session.
     *
     * @param id the candidate's
     * @throws Exception if ZooKeeper does not answer
     */
    public void expireSession(String id) throws Exception {
        ZooKeeper own = client(id).getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        // Whoever knows a session's id and password can end it.
        ZooKeeper other = new ZooKeeper(
                zookeeper,
                SESSION_MILLIS,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                own.getSessionId(),
                own.getSessionPasswd());
        try {
            if (!connected.await(10, TimeUnit.SECONDS)) {
                throw new IOException("The session of " + id + " was not ended: no connection to " + zookeeper);
            }
        } finally {
            other.close();
        }
    }

    /**
     * Closes all that was opened, last first.
     *
     * @throws IOException if something cannot be closed; the rest is
     */
    @Override
    public void close() throws IOException {
        if (opened.isEmpty()) {
            return;
        }
        AutoCloseable last = opened.pop();
        try {
            last.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Exception failed) {
            throw new IOException("The example's sandbox in " + directory + " cannot be closed: " + last, failed);
        } finally {
            close(); // the rest, whatever has become of this one
        }
    }
}
