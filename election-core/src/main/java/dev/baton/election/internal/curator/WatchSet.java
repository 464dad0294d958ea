package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Session;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watches of one participant on one session: one watcher object for all paths, so that the client keeps one entry
 * each, and a note of those that have not fired.
 *
 * <p>Thread-safe: ZooKeeper's event thread calls it, the loop's takes the watches back.
 */
final class WatchSet {

    private static final Logger LOG = LoggerFactory.getLogger(WatchSet.class);

    private final CuratorSession session;
    private final Consumer<WatchedEvent> tell;
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private final Watcher watcher = this::process;

    WatchSet(CuratorSession session, Consumer<WatchedEvent> tell) {
        this.session = session;
        this.tell = tell;
    }

    boolean isOn(Session other) {
        return session == other;
    }

    Watcher watcher() {
        return watcher;
    }

    /** Takes note that a watch was set. */
    void set(String path) {
        watched.add(path);
    }

    /** Takes back the watches that have not fired; if no server can be asked, the client at least forgets them. */
    void unset() {
        for (String path : Set.copyOf(watched)) {
            watched.remove(path);
            session.handle()
                    .removeWatches(
                            path,
                            watcher,
                            Watcher.WatcherType.Data,
                            true,
                            (rc, p, context) -> LOG.debug("took back the watch on {}: {}", p, Code.get(rc)),
                            null);
        }
    }

    private void process(WatchedEvent event) {
        if (event.getType() == Watcher.Event.EventType.None) {
            session.stateChanged();
            return;
        }
        watched.remove(event.getPath());
        // A client that is being closed hears of its own znodes' end first: look what became of the session before.
        session.stateChanged();
        tell.accept(event);
    }
}
