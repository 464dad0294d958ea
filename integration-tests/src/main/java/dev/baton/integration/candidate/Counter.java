package dev.baton.integration.candidate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Update;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * A number in ZooKeeper that a leader reads, thinks about, and overwrites with the next, again and again.
 *
 * <p>The fenced one is written with the proof of the term. The unfenced one is what everybody writes first: was I the
 * leader a moment ago? Then I may write. Who is paused in that moment overwrites what others have counted since, which
 * shows that the run can show such a thing.
 */
final class Counter implements Runnable {
    private static final long THINKING = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(5);

    private final Store store;
    private final CuratorFramework client;
    private final String path;
    private final Journal journal;
    private volatile @Nullable Tenure believed;

    Counter(Store store, CuratorFramework client, String path, Journal journal) {
        this.store = store;
        this.client = client;
        this.path = path;
        this.journal = journal;
    }

    void start() {
        Thread thread = new Thread(this, "counter-" + store);
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on it counts under this term; under none, it does not. */
    void believeIn(@Nullable Tenure term) {
        believed = term;
    }

    @Override
    public void run() {
        while (true) {
            Tenure term = believed;
            if (term == null) {
                LockSupport.parkNanos(IDLE);
            } else {
                update(term);
            }
        }
    }

    private void update(Tenure term) {
        long begin = System.nanoTime();
        long read;
        try {
            read = Long.parseLong(new String(client.getData().forPath(path), UTF_8));
        } catch (Exception unread) {
            // Nothing was read, so there is nothing to write: what went wrong is on record, and tried again.
            Workload.outcomeOf(unread, journal);
            return;
        }
        LockSupport.parkNanos(THINKING);
        byte[] next = Long.toString(read + 1).getBytes(UTF_8);
        Outcome outcome;
        try {
            switch (store) {
                case FENCED -> term.write(path, next);
                case UNFENCED -> client.setData().forPath(path, next);
            }
            outcome = Outcome.ACCEPTED;
        } catch (Exception failed) {
            outcome = Workload.outcomeOf(failed, journal);
        }
        journal.add(new Update(term.token(), store, read, outcome, begin, System.nanoTime()));
    }
}
