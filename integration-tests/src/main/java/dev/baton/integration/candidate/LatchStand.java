package dev.baton.integration.candidate;

import dev.baton.election.FencingToken;
import dev.baton.election.RevocationReason;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Failed;
import dev.baton.integration.history.Sighting.Revoked;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.zookeeper.CreateMode;
import org.jspecify.annotations.Nullable;

/**
 * Stands by a {@link LeaderLatch}, and works as its users do: who {@code hasLeadership()} writes.
 *
 * <p>As a latch has no token, the number of its znode stands for one, which grows from term to term.
 */
final class LatchStand implements Stand, LeaderLatchListener {
    private final CuratorFramework client;
    private final LeaderLatch latch;
    private final Journal journal;
    private final Consumer<Tenure> terms;

    /** Of the latch's listener thread alone. */
    private @Nullable FencingToken current;

    private LatchStand(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms) {
        this.client = client;
        this.latch = new LeaderLatch(client, settings.election(), settings.id());
        this.journal = journal;
        this.terms = terms;
    }

    static LatchStand start(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms)
            throws Exception {
        LatchStand stand = new LatchStand(client, settings, journal, terms);
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "latch-listener");
            daemon.setDaemon(true);
            return daemon;
        });
        stand.latch.addListener(stand, thread);
        stand.latch.start();
        return stand;
    }

    @Override
    public void isLeader() {
        String path = latch.getOurPath();
        if (path == null) {
            // It has lost again what this call is about, and the next call tells so.
            return;
        }
        int number = Integer.parseInt(path.substring(path.length() - 10));
        FencingToken token = new FencingToken(number + 1L, number);
        if (token.equals(current)) {
            return;
        }
        current = token;
        journal.add(new Elected(token, System.nanoTime()));
        terms.accept(new LatchTenure(client, latch, path, token));
    }

    @Override
    public void notLeader() {
        if (current != null) {
            // A latch does not say why.
            journal.add(new Revoked(current, RevocationReason.SESSION_LOST, System.nanoTime()));
            current = null;
        }
    }

    @Override
    public void close() {
        try {
            latch.close();
        } catch (IOException failed) {
            journal.add(new Failed("closing the latch: " + failed, System.nanoTime()));
        }
    }

    private record LatchTenure(CuratorFramework client, LeaderLatch latch, String path, FencingToken token)
            implements Tenure {
        @Override
        public boolean isHeld() {
            return latch.hasLeadership() && path.equals(latch.getOurPath());
        }

        @Override
        public boolean isFenced() {
            return false;
        }

        @Override
        public void write(String target, byte[] data) throws Exception {
            client.setData().forPath(target, data);
        }

        @Override
        public String append(String ledger, byte[] data) throws Exception {
            // Protected, so that a create that Curator repeats makes one entry and not two.
            return client.create()
                    .withProtection()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .forPath(ledger + "/entry-", data);
        }
    }
}
