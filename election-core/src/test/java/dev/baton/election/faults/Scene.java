package dev.baton.election.faults;

import static org.awaitility.Awaitility.await;

import dev.baton.election.Candidate;
import dev.baton.election.Ensemble;
import dev.baton.election.LeaderElection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;

/** One server of the test's own, two clients that stand, and an operator's. */
abstract class Scene {

    static final Duration SESSION = Ensemble.SESSION;
    /** After the loss of a session: its timeout, two ticks of the server, and two seconds for everything else. */
    static final Duration FAILOVER = SESSION.plus(Ensemble.TICK.multipliedBy(2)).plus(Duration.ofSeconds(2));
    /** What a machine may need that is busy with other things; what was needed is in the table. */
    static final Duration SLACK = Duration.ofSeconds(6);
    /** The same, on such a machine. */
    static final Duration IN_TIME = FAILOVER.plus(SLACK);
    /** Where an event or an answer tells of the loss. */
    static final Duration PROMPT = Duration.ofSeconds(2).plus(SLACK);
    /** For the event by which a live leader learns that it was deposed. */
    static final Duration HEARING = Duration.ofSeconds(2);

    /** Reading, deleting and mending are allowed, and creating children is not. */
    static final List<ACL> ALL_BUT_CREATING =
            List.of(new ACL(ZooDefs.Perms.ALL & ~ZooDefs.Perms.CREATE, ZooDefs.Ids.ANYONE_ID_UNSAFE));

    final Ensemble ensemble = new Ensemble();
    final CuratorFramework a = ensemble.client();
    final CuratorFramework b = ensemble.client();
    final CuratorFramework operator = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    String connect() {
        return ensemble.server().getConnectString();
    }

    /** The client gives its session up and gets a new one, while the server keeps the old one until its timeout. */
    static void abandonSession(CuratorFramework client) throws Exception {
        ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch injected = new CountDownLatch(1);
        // Were Curator told before the handle is closed, it would close the session itself, and depose a live leader.
        handle.exists(
                "/",
                false,
                (rc, path, context, stat) -> {
                    held.countDown();
                    awaitQuietly(injected);
                },
                null);
        held.await();
        handle.getTestable().injectSessionExpiration();
        injected.countDown();
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static long sessionOf(CuratorFramework client) throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    long ownerOf(String path) throws Exception {
        return operator.checkExists().forPath(path).getEphemeralOwner();
    }

    List<String> children(String path) throws Exception {
        return operator.getChildren().forPath(path);
    }

    static List<String> ids(LeaderElection election) {
        return election.candidates().stream().map(Candidate::id).toList();
    }

    static void awaitQueued(LeaderElection election) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> election.state().phase().equals("queued"));
    }

    /** What a server does that has not heard of a session for too long, at once. */
    void closeSessionOf(CuratorFramework client) throws Exception {
        ZooKeeper victim = client.getZookeeperClient().getZooKeeper();
        ZooKeeper twin = new ZooKeeper(connect(), 2000, event -> {}, victim.getSessionId(), victim.getSessionPasswd());
        await().until(() -> twin.getState().isConnected());
        twin.close();
    }

    /** Creating is allowed from now on. */
    void mend(String path) throws Exception {
        operator.setACL().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath(path);
    }
}
