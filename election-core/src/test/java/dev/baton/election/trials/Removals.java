package dev.baton.election.trials;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;

/** A client of the server that leads, where a commit shows first: notes when ephemeral znodes go. */
final class Removals implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final ZooKeeper observer;
    private final Map<String, Long> removed = new ConcurrentHashMap<>();

    Removals(ServerProcess leader) throws IOException {
        observer = new ZooKeeper(leader.connectString(), 10_000, event -> {});
        await().atMost(LONG).until(() -> observer.getState().isConnected());
    }

    void watch(Collection<TrialSession> sessions) throws KeeperException, InterruptedException {
        for (TrialSession session : sessions) {
            if (observer.exists(session.znode(), this::note) == null) {
                throw new IllegalStateException(session.znode() + " is gone before its trial");
            }
        }
    }

    private void note(WatchedEvent event) {
        if (event.getType() == EventType.NodeDeleted) {
            removed.put(event.getPath(), System.nanoTime());
        }
    }

    /** Waits for all to be gone. */
    void awaitAll(Collection<TrialSession> sessions) {
        await("the znodes of all sessions are removed")
                .atMost(LONG)
                .until(() -> sessions.stream().allMatch(session -> removed.containsKey(session.znode())));
    }

    long of(TrialSession session) {
        return removed.get(session.znode());
    }

    @Override
    public void close() throws InterruptedException {
        observer.close();
    }
}
