package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.DataWatchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many candidates on one client cost one thread, two watches each, and nothing more as time goes by: R1, R12. */
class ManyElectionsIT {

    private static final String ROOT = "/client";
    private static final Duration SESSION = Duration.ofSeconds(30);
    /** 200 when asked for; that takes minutes, most of them in the server and in the log. */
    private static final int CANDIDATES = Integer.getInteger("baton.candidates", 20);

    private static final Duration LONG = Duration.ofMinutes(2);

    private final Ensemble ensemble = new Ensemble(SESSION);
    private final List<Proxy> proxies = new ArrayList<>();
    private final Map<CuratorFramework, List<LeaderElection>> elections = new LinkedHashMap<>();
    private final AtomicInteger reconnects = new AtomicInteger();

    @AfterEach
    void stop() throws Exception {
        // The clients first: their sessions take all znodes with them, and no candidate waits for its own.
        elections.keySet().forEach(CuratorFramework::close);
        elections.values().forEach(all -> all.forEach(LeaderElection::close));
        ensemble.close();
        for (Proxy proxy : proxies) {
            proxy.close();
        }
    }

    @Test
    void oneThreadAndTwoWatchesForEachOfManyCandidatesInFiftyElections_R1() throws Exception {
        CuratorFramework client = stand(50, CANDIDATES);
        awaitOneLeaderEach(50);
        await().untilAsserted(() -> assertThat(watchers(client)).isEqualTo(2 * 50 * CANDIDATES));
        awaitThreads(1);
    }

    @Test
    void nothingGrowsOverAHundredReconnects_R8() throws Exception {
        int clients = 4;
        int cutsOfEach = 25;
        for (int i = 0; i < clients; i++) {
            stand(5, 10);
        }
        awaitOneLeaderEach(clients * 5);
        cut();
        awaitThreads(clients);
        List<String> threads = clientThreads();
        List<FencingToken> tokens = tokens();
        List<Map<String, Long>> alive = new ArrayList<>();
        for (int i = 0; i < cutsOfEach; i++) {
            if (i % 8 == 1) {
                alive.add(Histogram.ofBaton());
            }
            cut();
        }
        awaitThreads(clients);
        alive.add(Histogram.ofBaton());
        for (CuratorFramework client : elections.keySet()) {
            await().untilAsserted(() -> assertThat(watchers(client)).isEqualTo(2 * 5 * 10));
        }
        assertThat(tokens()).as("nobody moved").isEqualTo(tokens);
        await().untilAsserted(() -> assertThat(clientThreads()).isEqualTo(threads));
        assertThat(alwaysGrowing(alive)).isEmpty();
    }

    /** Classes that grew from each count to the next; what grew once and no more, such as a last error, does no harm. */
    private static List<String> alwaysGrowing(List<Map<String, Long>> alive) {
        return alive.get(0).keySet().stream()
                .filter(type -> IntStream.range(1, alive.size())
                        .allMatch(i -> alive.get(i).getOrDefault(type, 0L)
                                > alive.get(i - 1).getOrDefault(type, 0L) + 10))
                .toList();
    }

    private CuratorFramework stand(int elections, int candidates) throws Exception {
        Proxy proxy = new Proxy(ensemble.server().getPort());
        proxies.add(proxy);
        CuratorFramework client = ensemble.startedThrough(
                proxy.connectString(), CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
        client.getConnectionStateListenable().addListener((curator, state) -> {
            if (state == ConnectionState.RECONNECTED) {
                reconnects.incrementAndGet();
            }
        });
        String root = ROOT + this.elections.size();
        List<LeaderElection> all = new ArrayList<>();
        this.elections.put(client, all);
        IntStream.range(0, elections)
                .forEach(election -> IntStream.range(0, candidates)
                        .forEach(i -> all.add(ensemble.candidate(client, root + "/" + election, "c" + i)
                                .start())));
        return client;
    }

    private void awaitOneLeaderEach(int leaders) {
        await("all stand in line, and one leads each election")
                .pollInterval(Duration.ofMillis(200))
                .atMost(LONG)
                .until(() -> inPhase("leading") == leaders && inPhase("queued") == all().size() - leaders);
    }

    private List<LeaderElection> all() {
        return elections.values().stream().flatMap(List::stream).toList();
    }

    private long inPhase(String phase) {
        return all().stream().filter(each -> each.state().phase().equals(phase)).count();
    }

    private List<FencingToken> tokens() {
        return all().stream()
                .flatMap(each -> each.leadership().stream())
                .map(Leadership::token)
                .toList();
    }

    private static int watchers(CuratorFramework client) throws Exception {
        return DataWatchers.below(ROOT, client.getZookeeperClient().getZooKeeper());
    }

    /** Cuts every client's connection, and waits for all to be back. */
    private void cut() throws Exception {
        int before = reconnects.get();
        for (Proxy proxy : proxies) {
            proxy.cut();
        }
        await("all clients are back")
                .pollInterval(Duration.ofMillis(10))
                .atMost(LONG)
                .until(() -> reconnects.get() == before + proxies.size());
    }

    /** Threads of Baton, Curator and ZooKeeper's client; the server, which is in this process, starts some as it likes. */
    private static List<String> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("baton.*|Curator.*|.*(EventThread|SendThread).*"))
                .map(name -> name.replaceAll("[-(].*", ""))
                .sorted()
                .toList();
    }

    /** Callbacks' threads go a second after the last callback; what stays is one for each client. */
    private static void awaitThreads(int clients) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("baton"))
                        .hasSize(clients)
                        .containsOnly("baton-election"));
    }
}
