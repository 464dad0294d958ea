package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A gate in the memory of one process, for servers that receive tokens over the wire and whose resource is in their
 * memory too, or is theirs alone.
 *
 * <p>It forgets when the process ends: if what it guards does not, use a {@link FileTokenGate} or {@link JdbcTokenGate}.
 * It keeps one small record for each resource that was ever named; let no client invent names.
 *
 * <p>Thread-safe.
 */
public final class InMemoryTokenGate implements TokenGate {

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** Makes a gate that has seen nobody. */
    public InMemoryTokenGate() {}

    /** One resource. Its lock is held while a write runs. */
    private static final class Entry {
        private final ReentrantLock lock = new ReentrantLock();
        private GateRecord record;

        Entry(String resource) {
            record = GateRecord.blank(resource);
        }
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T guard(
            String resource, TermId term, GuardedWrite<T, X> write) throws X {
        Entry entry = locked(resource);
        try {
            entry.record = entry.record.admit(term);
            return write.run();
        } finally {
            entry.lock.unlock();
        }
    }

    @Override
    public <X extends Exception> boolean guardOnce(
            String resource, TermId term, String operation, GuardedWrite<?, X> write) throws X {
        Entry entry = locked(resource);
        try {
            entry.record = entry.record.admit(term);
            if (entry.record.hasApplied(operation)) {
                return false;
            }
            entry.record = entry.record.with(new Operation(operation, term, false));
            write.run();
            entry.record = entry.record.with(new Operation(operation, term, true));
            return true;
        } finally {
            entry.lock.unlock();
        }
    }

    @Override
    public Optional<Operation> operation(String resource, String operation) {
        return read(resource).operation(operation);
    }

    @Override
    public Optional<TermId> highest(String resource) {
        return read(resource).highest();
    }

    private GateRecord read(String resource) {
        Names.check("resource", resource);
        Entry entry = entries.get(resource);
        if (entry == null) {
            return GateRecord.blank(resource);
        }
        entry.lock.lock();
        try {
            return entry.record;
        } finally {
            entry.lock.unlock();
        }
    }

    private Entry locked(String resource) {
        Names.check("resource", resource);
        Entry entry = entries.computeIfAbsent(resource, Entry::new);
        if (entry.lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("A guarded write to '" + resource + "' goes through its gate once more");
        }
        entry.lock.lock();
        return entry;
    }
}
