package dev.baton.election.internal.curator;

import dev.baton.election.internal.machine.Event;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one watcher of an election on a session: the same object on every path, so that the client keeps one entry each.
 *
 * <p>Thread-safe: ZooKeeper's event thread calls it, the loop's takes the watches back.
 */
final class CandidateWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(CandidateWatcher.class);

    private final CuratorSession session;
    private final ElectionPaths paths;
    private final Consumer<Event> tell;
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private final Watcher watcher = this::process;

    CandidateWatcher(CuratorSession session, ElectionPaths paths, Consumer<Event> tell) {
        this.session = session;
        this.paths = paths;
        this.tell = tell;
    }

    CuratorSession session() {
        return session;
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
        if (event.getPath().equals(paths.baton())) {
            tell.accept(new Event.BatonTouched());
            return;
        }
        String name = event.getPath().substring(paths.candidates().length() + 1);
        boolean deleted = event.getType() == Watcher.Event.EventType.NodeDeleted;
        tell.accept(deleted ? new Event.NodeGone(name) : new Event.NodeChanged(name));
    }
}
