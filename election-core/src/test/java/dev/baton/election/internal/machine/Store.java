package dev.baton.election.internal.machine;

import dev.baton.election.internal.machine.MemoryZooKeeper.Answer;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Watcher;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import java.util.List;
import java.util.Optional;

/** What can be asked of ZooKeeper: of the ensemble itself, or of the one server that a connection leads to. */
public interface Store {

    /** Applies all of it or nothing. */
    Answer transact(long session, List<Op> ops);

    /** Reads a znode. */
    Optional<Znode> read(String path);

    /** Reads, and watches what is there; what is not there is not watched. */
    Optional<Znode> read(String path, Watcher watcher);

    /** The names of a znode's children. */
    List<String> children(String path);

    /** Takes back every watch of a watcher. */
    void unwatch(Watcher watcher);

    /** Waits for the server to know all that the ensemble does; the ensemble itself always does. */
    default void sync() {}
}
