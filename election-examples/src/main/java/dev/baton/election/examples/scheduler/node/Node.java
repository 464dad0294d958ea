package dev.baton.election.examples.scheduler.node;

import dev.baton.election.LeaderElection;
import dev.baton.election.examples.scheduler.store.JdbcRunStore;
import dev.baton.election.examples.scheduler.store.RunStore;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.KeeperException;

/** One node: a candidate and a worker over one ZooKeeper session, with a store connection for each role. */
final class Node {

    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final NodeSettings settings;
    private final Events events;
    private final RunStore coordinatorStore;
    private final RunStore workerStore;
    private final CuratorFramework client;
    private final Registration registration;
    private final Worker worker;
    private final LeaderElection election;

    private Node(NodeSettings settings, PauseRehearsal rehearsal, Events events) throws Exception {
        this.settings = settings;
        this.events = events;
        Clock clock = Clock.systemUTC();
        Paths paths = new Paths(settings.root());
        coordinatorStore = rehearsal.rehearsed(JdbcRunStore.open(settings.store()));
        workerStore = rehearsal.rehearsed(JdbcRunStore.open(settings.store()));
        client = connect(settings);
        create(paths.workers());
        create(paths.coordinator());
        // A worker's id is of one process: what a process of the past was given is not this one's.
        String workerId = settings.id() + "."
                + Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36), 36);
        registration = new Registration(client, paths.worker(workerId), events);
        worker = new Worker(workerId, workerStore, settings.jobs(), clock, events);
        registration.start();
        worker.start();
        Candidacy candidacy = new Candidacy(
                office -> new Coordinator(
                        office, coordinatorStore, settings.jobs(), new ZooKeeperRoster(client, paths), clock, events),
                paths.coordinator(),
                CLOSE,
                events);
        election = LeaderElection.builder(client, paths.election())
                .candidateId(settings.id())
                .listener(candidacy)
                .serverTickTime(settings.tickTime())
                .closeTimeout(CLOSE)
                .start();
    }

    /**
     * Starts a node.
     *
     * @throws Exception if ZooKeeper or the store cannot be reached
     */
    static Node start(NodeSettings settings, PauseRehearsal rehearsal, Events events) throws Exception {
        return new Node(settings, rehearsal, events);
    }

    private static CuratorFramework connect(NodeSettings settings) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(settings.zookeeper())
                .sessionTimeoutMs((int) settings.sessionTimeout().toMillis())
                .connectionTimeoutMs((int) settings.sessionTimeout().toMillis())
                .retryPolicy(new RetryNTimes(1, 200))
                .ensembleTracker(false)
                .build();
        client.start();
        if (!client.blockUntilConnected(30, TimeUnit.SECONDS)) {
            client.close();
            throw new IllegalStateException(
                    "no ZooKeeper server answered at " + settings.zookeeper() + " for 30s; check --zookeeper");
        }
        return client;
    }

    private void create(String path) throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
        } catch (KeeperException.NodeExistsException anotherNodeWasFirst) {
            // As wanted.
        }
    }

    /**
     * Leaves in good order: the baton first, so that another coordinates at once; then the jobs; presence last, as its
     * end takes unfinished runs away.
     *
     * @param drain how long running jobs are waited for
     */
    void leave(Duration drain) {
        events.tell(EventKind.LEAVES, settings.id(), "");
        registration.leaving();
        election.close();
        worker.drain(drain);
        registration.stop();
        client.close();
        workerStore.close();
        coordinatorStore.close();
    }

    /** Stops at once, when the ensemble is gone and nobody is left to leave anything to. */
    void abandon() {
        worker.drain(Duration.ZERO);
        registration.stop();
        election.close(Duration.ofMillis(500));
        client.close();
        workerStore.close();
        coordinatorStore.close();
    }
}
