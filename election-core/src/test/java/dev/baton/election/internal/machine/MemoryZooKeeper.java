package dev.baton.election.internal.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * An ensemble in memory, as far as an election uses it: one order of transactions, ephemeral and sequential znodes,
 * versions, zxids and one-shot data watches.
 *
 * <p>Everything happens at once here; what takes time, and what gets lost on the way, is the {@link Wire}'s.
 */
public final class MemoryZooKeeper implements Store {

    /** What became of a request. */
    public enum Code {
        OK,
        NO_NODE,
        NODE_EXISTS,
        BAD_VERSION
    }

    /** A znode; the owner is the session of an ephemeral one, and 0 otherwise. */
    public record Znode(byte[] data, int version, long mzxid, long owner, int creates) {}

    /** An operation of a transaction. A version of -1 is any. */
    public sealed interface Op {
        /** Creates a znode; a sequential one gets the number of creates that its parent has seen. */
        record Create(String path, byte[] data, boolean ephemeral, boolean sequential) implements Op {}

        /** Writes a znode. */
        record SetData(String path, byte[] data, int version) implements Op {}

        /** Deletes a znode. */
        record Delete(String path, int version) implements Op {}

        /** Only asks whether it could be written. */
        record Check(String path, int version) implements Op {}
    }

    /**
     * The answer to a transaction.
     *
     * @param zxid its id, if it was applied
     * @param path what the last operation was about, with the sequence number if there is one
     * @param applied how many operations went well: the index of the one that was refused, if one was
     */
    public record Answer(Code code, long zxid, String path, int applied) {}

    /** Is told once of a change of what it watches. */
    public interface Watcher {
        /** The change that was waited for. */
        void fired(String path, boolean deleted);
    }

    /** What a transaction did to a znode that was there. */
    public record Change(String path, boolean deleted) {}

    /**
     * A transaction that was applied.
     *
     * @param after all znodes from then on
     */
    public record Commit(
            long zxid, long session, List<Op> ops, List<Change> changes, NavigableMap<String, Znode> after) {}

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
    private Consumer<Commit> onCommit = commit -> {};
    private TreeMap<String, Znode> tree = new TreeMap<>();
    private long zxid;
    private long lastSession;

    /** Makes one with nothing but a root. */
    public MemoryZooKeeper() {
        tree.put("", new Znode(new byte[0], 0, 0, 0, 0));
    }

    /** From now on every transaction that is applied is shown to this one. */
    public void onCommit(Consumer<Commit> told) {
        onCommit = told;
    }

    /** All znodes of this moment; what comes later changes another map. */
    public NavigableMap<String, Znode> tree() {
        return tree;
    }

    /** Opens a session. */
    public long openSession() {
        sessions.add(++lastSession);
        return lastSession;
    }

    /** Whether the session is neither expired nor closed. */
    public boolean isAlive(long session) {
        return sessions.contains(session);
    }

    /** Ends a session: its znodes go with it. */
    public void expire(long session) {
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
    @Override
    public Answer transact(long session, List<Op> ops) {
        zxid++;
        TreeMap<String, Znode> after = new TreeMap<>(tree);
        List<Change> changes = new ArrayList<>();
        String path = "";
        int applied = 0;
        try {
            for (Op op : ops) {
                path = apply(after, op, session, changes);
                applied++;
            }
        } catch (Refusal refused) {
            return new Answer(refused.code, 0, path, applied);
        }
        tree = after;
        onCommit.accept(new Commit(zxid, session, ops, changes, after));
        changes.forEach(this::fire);
        return new Answer(Code.OK, zxid, path, applied);
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

    @Override
    public Optional<Znode> read(String path) {
        return Optional.ofNullable(tree.get(path));
    }

    /** Reads, and watches what is there; what is not there is not watched. */
    @Override
    public Optional<Znode> read(String path, Watcher watcher) {
        Optional<Znode> found = read(path);
        found.ifPresent(there ->
                watches.computeIfAbsent(path, first -> new LinkedHashSet<>()).add(watcher));
        return found;
    }

    /** Takes back every watch of a watcher. */
    @Override
    public void unwatch(Watcher watcher) {
        watches.values().forEach(each -> each.remove(watcher));
    }

    @Override
    public List<String> children(String path) {
        String prefix = path + "/";
        return tree.keySet().stream()
                .filter(each -> each.startsWith(prefix) && each.indexOf('/', prefix.length()) < 0)
                .map(each -> each.substring(prefix.length()))
                .toList();
    }
}
