package dev.baton.election.examples.scheduler.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A worker's znode.
 *
 * <p>It is looked after, not re-created: a znode of the present session is left alone, whatever the connection went
 * through, as deleting and creating it would show the worker as dead. Only one of an older session of this process is
 * replaced.
 */
final class Registration {

    private static final byte[] ACCEPTING = "state: accepting\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] LEAVING = "state: leaving\n".getBytes(StandardCharsets.UTF_8);

    private final CuratorFramework client;
    private final String path;
    private final Events events;
    private final Recurring turns;
    private volatile boolean leaving;

    Registration(CuratorFramework client, String path, Events events) {
        this.client = client;
        this.path = path;
        this.events = events;
        // The timer is the mechanism; the listener only makes it quick after a new session.
        this.turns = new Recurring("registration", Duration.ofMillis(500), this::turn);
        client.getConnectionStateListenable().addListener((c, state) -> {
            if (state == ConnectionState.RECONNECTED) {
                turns.hurry();
            }
        });
    }

    static boolean isAccepting(byte[] data) {
        return Arrays.equals(data, ACCEPTING);
    }

    void start() {
        turns.start();
    }

    private boolean turn() {
        try {
            ensure();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception unanswered) {
            events.tell(
                    EventKind.TROUBLE,
                    "zookeeper",
                    "cannot look after " + path + ": " + unanswered.getMessage() + "; trying again");
        }
        return true;
    }

    /** Makes the znode exist, owned by the present session, and say what it is to say. */
    void ensure() throws Exception {
        ZooKeeper session = client.getZookeeperClient().getZooKeeper();
        byte[] wanted = leaving ? LEAVING : ACCEPTING;
        Stat stat = new Stat();
        try {
            byte[] found = session.getData(path, false, stat);
            if (stat.getEphemeralOwner() == session.getSessionId()) {
                if (!Arrays.equals(found, wanted)) {
                    session.setData(path, wanted, -1);
                }
                return;
            }
            session.delete(path, stat.getVersion());
        } catch (KeeperException.NoNodeException absent) {
            // To be created.
        }
        session.create(path, wanted, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
    }

    /** Says that no new runs are wanted, and is not in the way if ZooKeeper does not answer. */
    void leaving() {
        leaving = true;
        turns.hurry();
    }

    void stop() {
        turns.stop(Duration.ofSeconds(1));
    }
}
