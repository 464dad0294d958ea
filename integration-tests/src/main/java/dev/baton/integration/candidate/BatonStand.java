package dev.baton.integration.candidate;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.FencingToken;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Failed;
import dev.baton.integration.history.Sighting.Revoked;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;

/** Stands in an election of Baton's. */
final class BatonStand implements Stand {
    private final LeaderElection election;

    BatonStand(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms) {
        this.election = LeaderElection.builder(client, settings.election())
                .candidateId(settings.id())
                .serverTickTime(settings.tick())
                .closeTimeout(Duration.ofSeconds(5))
                .listener(new JournalListener(client, journal, terms))
                .start();
    }

    @Override
    public void close() {
        election.close();
    }

    private record JournalListener(CuratorFramework client, Journal journal, Consumer<Tenure> terms)
            implements ElectionListener {
        @Override
        public void elected(Leadership term) {
            journal.add(new Elected(term.token(), System.nanoTime()));
            terms.accept(new BatonTenure(client, term));
        }

        @Override
        public void revoked(Leadership term, RevocationReason reason) {
            journal.add(new Revoked(term.token(), reason, System.nanoTime()));
        }

        @Override
        public void failed(ElectionException cause) {
            journal.add(new Failed(cause.toString(), System.nanoTime()));
        }
    }

    private record BatonTenure(CuratorFramework client, Leadership term) implements Tenure {
        @Override
        public FencingToken token() {
            return term.token();
        }

        @Override
        public boolean isHeld() {
            return term.isHeld();
        }

        @Override
        public boolean isFenced() {
            return true;
        }

        @Override
        public void write(String path, byte[] data) {
            term.write(path, data);
        }

        @Override
        public String append(String ledger, byte[] data) throws Exception {
            return term
                    .commit(client.transactionOp()
                            .create()
                            .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                            .forPath(ledger + "/entry-", data))
                    .stream()
                    .map(result -> result instanceof org.apache.zookeeper.OpResult.CreateResult created
                            ? created.getPath()
                            : "")
                    .filter(path -> path.startsWith(ledger))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no result tells of an entry in " + ledger));
        }
    }
}
