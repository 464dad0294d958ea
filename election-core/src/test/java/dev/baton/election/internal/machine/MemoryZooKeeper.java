package dev.baton.election.internal.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An ensemble in memory, as far as an election uses it: one order of transactions, ephemeral and sequential znodes,
 * versions, zxids and one-shot data watches.
 *
 * <p>Everything happens at once here; what takes time, and what gets lost on the way, is the {@link Wire}'s.
 */
final class MemoryZooKeeper {

    /** What became of a request. */
    enum Code {
        OK,
        NO_NODE,
        NODE_EXISTS,
        BAD_VERSION
    }

    /** A znode; the owner is the session of an ephemeral one, and 0 otherwise. */
    record Znode(byte[] data, int version, long mzxid, long owner, int creates) {}

    /** An operation of a transaction. A version of -1 is any. */
    sealed interface Op {
        /** Creates a znode; a sequential one gets the number of creates that its parent has seen. */
        record Create(String path, byte[] data, boolean ephemeral, boolean sequential) implements Op {}

        record SetData(String path, byte[] data, int version) implements Op {}

        record Delete(String path, int version) implements Op {}

        record Check(String path, int version) implements Op {}
    }

    /**
     * The answer to a transaction.
     *
     * @param zxid its id, if it was applied
     * @param path what the last operation was about, with the sequence number if there is one
     */
    record Answer(Code code, long zxid, String path) {}

    /** Is told once of a change of what it watches. */
    interface Watcher {
        void fired(String path, boolean deleted);
    }

    private record Change(String path, boolean deleted) {}

    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;
        final transient Code code;

        Refusal(Code code) {
            super(code.name(), null, false, false);
            this.code = code;
        }
    }

    private final Map<String, Set<Watcher>> watches = new HashMap<>();
    private final Set<Long> sessions = new LinkedHashSet<>();
    private TreeMap<String, Znode> tree = new TreeMap<>();
    private long zxid;
    private long lastSession;

    MemoryZooKeeper() {
        tree.put("", new Znode(new byte[0], 0, 0, 0, 0));
    }

    long openSession() {
        sessions.add(++lastSession);
        return lastSession;
    }

    boolean isAlive(long session) {
        return sessions.contains(session);
    }

    /** Ends a session: its znodes go with it. */
    void expire(long session) {
        sessions.remove(session);
        List<Op> deletes = new ArrayList<>();
        tree.forEach((path, znode) -> {
            if (znode.owner() == session) {
                deletes.add(new Op.Delete(path, -1));
            }
        });
        transact(session, deletes);
    }

    /** Applies all of it or nothing. */
    Answer transact(long session, List<Op> ops) {
        zxid++;
        TreeMap<String, Znode> after = new TreeMap<>(tree);
        List<Change> changes = new ArrayList<>();
        String path = "";
        try {
            for (Op op : ops) {
                path = apply(after, op, session, changes);
            }
        } catch (Refusal refused) {
            return new Answer(refused.code, 0, path);
        }
        tree = after;
        changes.forEach(this::fire);
        return new Answer(Code.OK, zxid, path);
    }

    private String apply(TreeMap<String, Znode> to, Op op, long session, List<Change> changes) throws Refusal {
        if (op instanceof Op.Create create) {
            return create(to, create, session);
        } else if (op instanceof Op.SetData set) {
            Znode old = find(to, set.path(), set.version());
            to.put(set.path(), new Znode(set.data(), old.version() + 1, zxid, old.owner(), old.creates()));
            changes.add(new Change(set.path(), false));
            return set.path();
        } else if (op instanceof Op.Delete delete) {
            find(to, delete.path(), delete.version());
            to.remove(delete.path());
            changes.add(new Change(delete.path(), true));
            return delete.path();
        }
        Op.Check check = (Op.Check) op;
        find(to, check.path(), check.version());
        return check.path();
    }

    private String create(TreeMap<String, Znode> to, Op.Create create, long session) throws Refusal {
        String parentPath = create.path().substring(0, create.path().lastIndexOf('/'));
        Znode parent = find(to, parentPath, -1);
        String path = create.sequential() ? create.path() + String.format("%010d", parent.creates()) : create.path();
        if (to.containsKey(path)) {
            throw new Refusal(Code.NODE_EXISTS);
        }
        to.put(path, new Znode(create.data(), 0, zxid, create.ephemeral() ? session : 0, 0));
        to.put(
                parentPath,
                new Znode(parent.data(), parent.version(), parent.mzxid(), parent.owner(), parent.creates() + 1));
        return path;
    }

    private static Znode find(TreeMap<String, Znode> in, String path, int version) throws Refusal {
        Znode found = in.get(path);
        if (found == null) {
            throw new Refusal(Code.NO_NODE);
        }
        if (version != -1 && found.version() != version) {
            throw new Refusal(Code.BAD_VERSION);
        }
        return found;
    }

    private void fire(Change change) {
        Set<Watcher> told = watches.remove(change.path());
        if (told != null) {
            told.forEach(watcher -> watcher.fired(change.path(), change.deleted()));
        }
    }

    Optional<Znode> read(String path) {
        return Optional.ofNullable(tree.get(path));
    }

    /** Reads, and watches what is there; what is not there is not watched. */
    Optional<Znode> read(String path, Watcher watcher) {
        Optional<Znode> found = read(path);
        found.ifPresent(there ->
                watches.computeIfAbsent(path, first -> new LinkedHashSet<>()).add(watcher));
        return found;
    }

    /** Takes back every watch of a watcher. */
    void unwatch(Watcher watcher) {
        watches.values().forEach(each -> each.remove(watcher));
    }

    List<String> children(String path) {
        String prefix = path + "/";
        return tree.keySet().stream()
                .filter(each -> each.startsWith(prefix) && each.indexOf('/', prefix.length()) < 0)
                .map(each -> each.substring(prefix.length()))
                .toList();
    }
}
