package dev.baton.election.internal.simulation;

import dev.baton.election.internal.machine.MemoryZooKeeper.Watcher;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;

/** The client's table of watches, which it sends to every server that it comes to. */
final class WatchTable {

    private final World world;
    private final Network network;
    private final Map<String, Watcher> watched = new LinkedHashMap<>();

    WatchTable(World world, Network network) {
        this.world = world;
        this.network = network;
    }

    void addAll(Map<String, Watcher> set) {
        watched.putAll(set);
    }

    void clear() {
        watched.clear();
    }

    /** An event has come: the watch is used up. */
    void fire(String path, boolean deleted) {
        Watcher watcher = watched.remove(path);
        if (watcher == null) {
            return;
        }
        if (network.losesEvents() && !world.onceIn(3)) {
            world.counters().add("event lost");
            world.tell(() -> "the event of " + path + " is lost");
        } else {
            watcher.fired(path, deleted);
        }
    }

    /**
     * Sets all watches on another server, in the table's order, which is any: it answers at once for what has changed.
     *
     * @param seen the last transaction that the client knows of
     * @param send sends an event: the path, and whether it is gone
     */
    void setAgain(Server on, Handle by, long seen, BiConsumer<String, Boolean> send) {
        List<String> paths = new ArrayList<>(watched.keySet());
        Collections.shuffle(paths, new Random(world.random().nextLong()));
        for (String path : paths) {
            Optional<Znode> znode = on.read(path);
            if (znode.isEmpty() || znode.get().mzxid() > seen) {
                world.counters().add("watch replayed");
                send.accept(path, znode.isEmpty());
            } else {
                on.watch(path, by);
            }
        }
    }
}
