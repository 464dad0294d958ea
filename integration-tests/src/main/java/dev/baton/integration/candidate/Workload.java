package dev.baton.integration.candidate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.election.ElectionException;
import dev.baton.election.FencedException;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Failed;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Way;
import dev.baton.integration.history.Sighting.Write;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * What a leader does: it adds to a ledger and counts a fenced and an unfenced {@link Counter} up, on threads of their own,
 * so that no slow answer holds the sampling up.
 */
final class Workload {
    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(100);

    private final CuratorFramework client;
    private final Settings settings;
    private final Journal journal;
    private final ExecutorService thread;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Counter fenced;
    private final Counter unfenced;
    private long lastWrite = System.nanoTime() - EVERY;

    Workload(CuratorFramework client, Settings settings, Journal journal) {
        this.client = client;
        this.settings = settings;
        this.journal = journal;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "ledger");
            daemon.setDaemon(true);
            return daemon;
        });
        this.fenced = new Counter(Store.FENCED, client, settings.fencedCounter(), journal);
        this.unfenced = new Counter(Store.UNFENCED, client, settings.unfencedCounter(), journal);
    }

    /** Makes what the writes go to, unless it is there. */
    void prepare() throws Exception {
        create(settings.register(), "");
        create(settings.ledger(), "");
        create(settings.fencedCounter(), "0");
        create(settings.unfencedCounter(), "0");
        fenced.start();
        unfenced.start();
    }

    private void create(String path, String data) throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, data.getBytes(UTF_8));
        } catch (KeeperException.NodeExistsException made) {
            // By another candidate, or in an earlier life.
            return;
        }
    }

    /** Works, if it does not already. Called again and again, by one thread only. */
    void whileHeld(Tenure term) {
        fenced.believeIn(term);
        unfenced.believeIn(term);
        long now = System.nanoTime();
        if (now - lastWrite >= EVERY && busy.compareAndSet(false, true)) {
            lastWrite = now;
            thread.execute(() -> {
                try {
                    attempt(term, Way.COMMIT, false);
                } finally {
                    busy.set(false);
                }
            });
        }
    }

    /** Ends the work, and tries what must no longer be possible. */
    void afterItsEnd(Tenure term) {
        fenced.believeIn(null);
        unfenced.believeIn(null);
        if (term.isFenced()) {
            thread.execute(() -> {
                attempt(term, Way.WRITE, true);
                attempt(term, Way.COMMIT, true);
            });
        }
    }

    /** Returns when all writes of the ledger up to now are in the journal. */
    void finish() {
        CompletableFuture.runAsync(() -> {}, thread).join();
    }

    private interface Attempt {
        long run() throws Exception;
    }

    private void attempt(Tenure term, Way way, boolean stale) {
        byte[] data = term.token().toString().getBytes(UTF_8);
        switch (way) {
            case WRITE ->
                attempt(term, way, stale, () -> {
                    term.write(settings.register(), data);
                    return -1;
                });
            case COMMIT ->
                attempt(term, way, stale, () -> {
                    String entry = term.append(settings.ledger(), data);
                    return Long.parseLong(entry.substring(entry.length() - 10));
                });
        }
    }

    private void attempt(Tenure term, Way way, boolean stale, Attempt attempt) {
        long begin = System.nanoTime();
        long entry = -1;
        Outcome outcome;
        try {
            entry = attempt.run();
            outcome = Outcome.ACCEPTED;
        } catch (Exception failed) {
            outcome = outcomeOf(failed, journal);
        }
        journal.add(new Write(term.token(), way, outcome, stale, entry, begin, System.nanoTime()));
    }

    /** What a failed write came to. What is neither of the two outcomes that are told by their types goes on record. */
    static Outcome outcomeOf(Exception failed, Journal journal) {
        if (failed instanceof FencedException) {
            return Outcome.REFUSED;
        }
        if (failed instanceof OutcomeUnknownException) {
            return Outcome.UNKNOWN;
        }
        if (failed instanceof ElectionException || failed instanceof KeeperException) {
            journal.add(new Failed("a write: " + failed, System.nanoTime()));
            return Outcome.UNKNOWN;
        }
        throw new IllegalStateException("a write failed in an unknown way", failed);
    }
}
