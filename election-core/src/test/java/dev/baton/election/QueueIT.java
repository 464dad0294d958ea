package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.ServerMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However long the queue, a change wakes one: R1. */
class QueueIT {

    private static final String PATH = "/billing/leader";
    private static final int CANDIDATES = 200;
    private static final int CLIENTS = 10;

    private final Ensemble ensemble = new Ensemble();
    private final List<LeaderElection> elections = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (LeaderElection election : elections) {
            election.close(Duration.ofSeconds(1));
        }
        ensemble.close();
    }

    @Test
    void oneWaiterOfTwoHundredIsWokenWhenTheLeaderGoes_R1() throws Exception {
        List<CuratorFramework> clients = Stream.generate(() -> ensemble.client(Duration.ofSeconds(4)))
                .limit(CLIENTS)
                .toList();
        for (int i = 0; i < CANDIDATES; i++) {
            LeaderElection next =
                    ensemble.candidate(clients.get(i % CLIENTS), PATH, "c" + i).start();
            elections.add(next);
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> next.state().znode().isPresent());
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> queued() == CANDIDATES - 1 && leading() == 1);
        assertThat(watches(clients))
                .as("own znode and the one ahead, or the baton")
                .isEqualTo(2 * CANDIDATES);

        LeaderElection leader = elections.get(0);
        Leadership gone = leader.leadership().orElseThrow();
        String znode = leader.state().znode().orElseThrow();
        long before = deletionsNoticed();
        clients.get(1).delete().forPath(PATH + "/candidates/" + znode);
        await().until(() -> !gone.isHeld() && elections.get(1).leadership().isPresent());
        // The holder's own watch and its successor's: the other 198, on these clients and eight more, hear nothing.
        assertThat(deletionsNoticed() - before).isEqualTo(2);
    }

    private static int watches(List<CuratorFramework> clients) throws Exception {
        int sum = 0;
        for (CuratorFramework client : clients) {
            sum += ClientWatches.below(client, PATH).size();
        }
        return sum;
    }

    private long queued() {
        return elections.stream()
                .filter(each -> each.state().phase().equals("queued"))
                .count();
    }

    private long leading() {
        return elections.stream().filter(each -> each.leadership().isPresent()).count();
    }

    /** How many watches the server has told of a deleted znode; it runs in this process. */
    private static long deletionsNoticed() {
        AtomicLong sum = new AtomicLong();
        ServerMetrics.getMetrics().getMetricsProvider().dump((name, value) -> {
            if (name.equals("sum_node_deleted_watch_count")) {
                sum.set(((Number) value).longValue());
            }
        });
        return sum.get();
    }
}
