package dev.baton.election.internal.simulation;

import dev.baton.election.internal.machine.MemoryZooKeeper.Change;
import dev.baton.election.internal.machine.MemoryZooKeeper.Commit;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One server: knows the transactions up to one of them, has the watches of those connected to it, and tells the leader
 * whom it has heard of only with its next ping.
 */
final class Server {

    private final World world;
    private final List<Commit> log;
    private final Map<String, Set<Handle>> watches = new LinkedHashMap<>();
    private final Set<Handle> attached = new LinkedHashSet<>();
    private final Set<Long> heardOf = new LinkedHashSet<>();
    private NavigableMap<String, Znode> view = new TreeMap<>();
    private int applied;
    private boolean up = true;

    Server(World world, List<Commit> log) {
        this.world = world;
        this.log = log;
    }

    boolean isUp() {
        return up;
    }

    int applied() {
        return applied;
    }

    Optional<Znode> read(String path) {
        return Optional.ofNullable(view.get(path));
    }

    NavigableMap<String, Znode> view() {
        return view;
    }

    /** Applies the transactions up to that one, and sends the events that they cause. */
    void catchUp(int upTo) {
        while (applied < upTo) {
            Commit next = log.get(applied++);
            view = next.after();
            for (Change change : next.changes()) {
                Set<Handle> told = watches.remove(change.path());
                if (told != null) {
                    told.forEach(handle -> handle.sendEvent(change.path(), change.deleted()));
                }
            }
        }
    }

    void watch(String path, Handle by) {
        watches.computeIfAbsent(path, first -> new LinkedHashSet<>()).add(by);
    }

    void unwatch(Handle by) {
        watches.values().forEach(each -> each.remove(by));
    }

    void attach(Handle handle) {
        attached.add(handle);
    }

    void detach(Handle handle) {
        attached.remove(handle);
        unwatch(handle);
    }

    /**
     * A request of this session came; who has not been told to the leader yet is forgotten if the server dies.
     *
     * @return whether it is the first since the last ping
     */
    boolean hear(long session) {
        boolean first = heardOf.isEmpty();
        heardOf.add(session);
        return first;
    }

    /** What is sent to the leader with a ping. */
    List<Long> takeHeard() {
        List<Long> heard = List.copyOf(heardOf);
        heardOf.clear();
        return heard;
    }

    void die() {
        up = false;
        if (!heardOf.isEmpty()) {
            world.counters().add("touch lost with its follower");
        }
        heardOf.clear();
        cutAll();
    }

    void cutAll() {
        List.copyOf(attached).forEach(Handle::cut);
    }

    void start() {
        up = true;
        catchUp(log.size());
    }
}
