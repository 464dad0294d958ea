package org.apache.zookeeper;

import java.util.Map;
import java.util.Set;

/** Counts what a handle shows to nobody outside its package: the watchers, where {@code getDataWatches} tells the paths. */
public final class DataWatchers {

    private DataWatchers() {}

    /** How many data watchers the handle keeps, over all paths that begin so: Curator has some of its own. */
    public static int below(String path, ZooKeeper handle) {
        Map<String, Set<Watcher>> watchers = handle.getWatchManager().getDataWatches();
        synchronized (watchers) {
            return watchers.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(path))
                    .mapToInt(entry -> entry.getValue().size())
                    .sum();
        }
    }
}
