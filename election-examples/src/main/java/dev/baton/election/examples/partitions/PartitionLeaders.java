package dev.baton.election.examples.partitions;

import dev.baton.election.LeaderElection;
import dev.baton.election.examples.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A fixed number of shards, an election for each. All nodes stand in all of them, each first in another, so that the work is
 * spread; a node that goes is followed in its shards and nowhere else.
 */
public final class PartitionLeaders {

    private static final int SHARDS = 6;
    private static final List<String> NODES = List.of("node-a", "node-b", "node-c");

    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            Map<String, List<LeaderElection>> candidacies = new HashMap<>();
            NODES.forEach(node -> candidacies.put(node, new ArrayList<>()));
            for (int shard = 0; shard < SHARDS; shard++) {
                for (int i = 0; i < NODES.size(); i++) {
                    String node = NODES.get((shard + i) % NODES.size());
                    LeaderElection election = sandbox.stand("/shards/" + shard, node);
                    candidacies.get(node).add(election);
                    if (i == 0) {
                        election.awaitLeadership();
                    }
                }
            }
            Map<Integer, String> before = print(candidacies);

            System.out.println("node-b goes");
            candidacies.remove("node-b").forEach(LeaderElection::close);
            for (int shard = 0; shard < SHARDS; shard++) {
                while (leaderOf(shard, candidacies) == null) {
                    Thread.sleep(10); // the next in line has the baton after one read
                }
            }
            Map<Integer, String> after = print(candidacies);
            before.values().removeIf("node-b"::equals);
            System.out.println(
                    "the others stay where they were: " + after.entrySet().containsAll(before.entrySet()));
        }
    }

    private static Map<Integer, String> print(Map<String, List<LeaderElection>> candidacies) {
        Map<Integer, String> leaders = new TreeMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            leaders.put(shard, leaderOf(shard, candidacies));
        }
        System.out.println("shards: " + leaders);
        return leaders;
    }

    private static @org.jspecify.annotations.Nullable String leaderOf(
            int shard, Map<String, List<LeaderElection>> candidacies) {
        for (Map.Entry<String, List<LeaderElection>> node : candidacies.entrySet()) {
            if (node.getValue().get(shard).leadership().isPresent()) {
                return node.getKey();
            }
        }
        return null;
    }
}
