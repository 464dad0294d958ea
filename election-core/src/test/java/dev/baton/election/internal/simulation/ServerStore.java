package dev.baton.election.internal.simulation;

import dev.baton.election.internal.machine.MemoryZooKeeper.Answer;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Watcher;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import dev.baton.election.internal.machine.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a handle can ask its server: reads are of what that server knows, writes go to the leader, and who wrote sees it.
 */
final class ServerStore implements Store {

    private final Ensemble ensemble;
    private final Handle handle;
    private final Map<String, Watcher> set = new LinkedHashMap<>();
    private boolean wrote;

    ServerStore(Ensemble ensemble, Handle handle) {
        this.ensemble = ensemble;
        this.handle = handle;
    }

    /** A request is served from now on. */
    void serve() {
        set.clear();
        wrote = false;
    }

    /** The watches that the request has set. */
    Map<String, Watcher> set() {
        return Map.copyOf(set);
    }

    boolean wrote() {
        return wrote;
    }

    @Override
    public Answer transact(long by, List<Op> ops) {
        Answer answer = ensemble.zooKeeper().transact(by, ops);
        wrote = true;
        sync();
        return answer;
    }

    @Override
    public void sync() {
        handle.server().catchUp(ensemble.log().size());
    }

    @Override
    public Optional<Znode> read(String path) {
        return handle.server().read(path);
    }

    @Override
    public Optional<Znode> read(String path, Watcher watcher) {
        Optional<Znode> found = read(path);
        if (found.isPresent()) {
            handle.server().watch(path, handle);
            set.put(path, watcher);
        }
        return found;
    }

    @Override
    public List<String> children(String path) {
        String prefix = path + "/";
        return handle.server().view().subMap(prefix, path + "0").keySet().stream()
                .map(each -> each.substring(prefix.length()))
                .toList();
    }

    @Override
    public void unwatch(Watcher watcher) {
        handle.unwatch();
    }
}
