package dev.baton.integration.candidate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.election.ElectionException;
import dev.baton.election.FencedException;
import dev.baton.election.Leadership;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.integration.candidate.Sighting.Outcome;
import dev.baton.integration.candidate.Sighting.Way;
import dev.baton.integration.candidate.Sighting.Write;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;

/** Writes with a term's proof, on a thread of its own, so that no slow answer holds the sampling up. */
final class Writer {
    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(100);

    private final CuratorFramework client;
    private final Settings settings;
    private final Journal journal;
    private final ExecutorService thread;
    private final AtomicBoolean busy = new AtomicBoolean();
    private long lastWrite = System.nanoTime() - EVERY;

    Writer(CuratorFramework client, Settings settings, Journal journal) {
        this.client = client;
        this.settings = settings;
        this.journal = journal;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "writer");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Makes what the writes go to. */
    void prepare() throws Exception {
        client.create().orSetData().creatingParentsIfNeeded().forPath(settings.counter(), new byte[0]);
        client.create().orSetData().creatingParentsIfNeeded().forPath(settings.ledger(), new byte[0]);
    }

    /** Adds to the ledger, unless that was done a moment ago or is still being done. Called by one thread only. */
    void whileHeld(Leadership term) {
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

    /** Tries what must no longer be possible. */
    void afterItsEnd(Leadership term) {
        thread.execute(() -> {
            attempt(term, Way.WRITE, true);
            attempt(term, Way.COMMIT, true);
        });
    }

    /** Returns when all writes up to now are in the journal. */
    void finish() {
        CompletableFuture.runAsync(() -> {}, thread).join();
    }

    private void attempt(Leadership term, Way way, boolean stale) {
        byte[] data = term.token().toString().getBytes(UTF_8);
        long begin = System.nanoTime();
        Outcome outcome = outcomeOf(() -> {
            switch (way) {
                case WRITE -> term.write(settings.counter(), data);
                case COMMIT -> term.commit(newEntry(data));
            }
        });
        journal.add(new Write(term.token(), way, outcome, stale, begin, System.nanoTime()));
    }

    private Outcome outcomeOf(Runnable write) {
        try {
            write.run();
            return Outcome.ACCEPTED;
        } catch (FencedException refused) {
            return Outcome.REFUSED;
        } catch (OutcomeUnknownException unknown) {
            return Outcome.UNKNOWN;
        } catch (ElectionException other) {
            journal.add(new Sighting.Failed("a write: " + other, System.nanoTime()));
            return Outcome.UNKNOWN;
        }
    }

    private CuratorOp newEntry(byte[] data) {
        try {
            return client.transactionOp()
                    .create()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .forPath(settings.ledger() + "/entry-", data);
        } catch (Exception impossible) {
            throw new IllegalStateException("building an operation asks no server", impossible);
        }
    }
}
