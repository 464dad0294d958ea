package dev.baton.election.examples.partitions;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import dev.baton.election.fencing.TokenGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A fixed number of shards, an election for each, and a token for each. All nodes stand in all of them, each first in
 * another, so that the work is spread. A node that goes is followed, and refused, in its own shards and nowhere else.
 */
public final class PartitionLeaders {

    private static final int SHARDS = 6;
    private static final List<String> NODES = List.of("node-1", "node-2", "node-3");

    private PartitionLeaders() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            List<List<LeaderElection>> shards = new ArrayList<>();
            List<Leadership> before = new ArrayList<>();
            for (int shard = 0; shard < SHARDS; shard++) {
                List<LeaderElection> candidates = new ArrayList<>();
                shards.add(candidates);
                for (int i = 0; i < NODES.size(); i++) {
                    candidates.add(sandbox.stand("/shards/" + shard, NODES.get((shard + i) % NODES.size())));
                    candidates.get(0).awaitLeadership();
                }
                before.add(leader(candidates));
            }
            sandbox.expireSession("node-2");
            for (Leadership term : before) {
                if (term.candidateId().equals("node-2")) {
                    term.ended().toCompletableFuture().join();
                }
            }
            TokenGate stores = new InMemoryTokenGate(); // of each shard's store, by the shard's name
            System.out.println("shard  leader  token                        then    token                        late");
            for (int shard = 0; shard < SHARDS; shard++) {
                Leadership old = before.get(shard);
                Leadership now = leader(shards.get(shard));
                write(stores, shard, now);
                System.out.printf(
                        "%-6d %-7s %s  %-7s %s  %s%n",
                        shard,
                        old.candidateId(),
                        old.token(),
                        now.candidateId(),
                        now.token(),
                        write(stores, shard, old));
            }
        }
    }

    private static Leadership leader(List<LeaderElection> candidates) throws InterruptedException {
        while (true) {
            for (LeaderElection candidate : candidates) {
                Optional<Leadership> term = candidate.awaitLeadership(Duration.ofMillis(10));
                if (term.isPresent()) {
                    return term.get();
                }
            }
        }
    }

    private static String write(TokenGate stores, int shard, Leadership term) {
        try {
            return stores.guard("shard-" + shard, term.id(), () -> "done");
        } catch (StaleTokenException refused) {
            return "REFUSED";
        }
    }
}
