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

/**
 * Many candidates on one client cost one thread, two watches each, and nothing more as time goes by: R1, R12.
 *
 * <p>With {@code -Dbaton.many=full}, 200 candidates in each of 50 elections stand on one client, which loses its connection
 * 100 times; that takes minutes. Without, 20 in each of 50 stand, and four clients with fewer lose theirs 25 times each.
 */
class ManyElectionsIT {

    private static final String ROOT = "/client";
    private static final Duration SESSION = Duration.ofSeconds(30);
    private static final boolean FULL = "full".equals(System.getProperty("baton.many"));
    private static final int CANDIDATES = FULL ? 200 : 20;
    private static final Duration LONG = Duration.ofMinutes(FULL ? 5 : 2);

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
        await().atMost(LONG).untilAsserted(() -> assertThat(watchers(client)).isEqualTo(2 * 50 * CANDIDATES));
        assertThat(ensemble.watches())
                .as(
                        "to the server, a session watches a znode once: each candidate's, each baton, and Curator one of its own")
                .isEqualTo(50 * (CANDIDATES + 1) + 1);
        awaitThreads(1);
    }

    @Test
    void nothingGrowsOverAHundredReconnects_R9_R12() throws Exception {
        int clients = FULL ? 1 : 4;
        int elections = FULL ? 50 : 5;
        int candidates = FULL ? CANDIDATES : 10;
        for (int i = 0; i < clients; i++) {
            stand(elections, candidates);
        }
        awaitOneLeaderEach(clients * elections);
        cut(clients * elections);
        awaitThreads(clients);
        List<String> threads = clientThreads();
        List<FencingToken> tokens = tokens();
        List<Map<String, Long>> alive = cutAndCount(100 / clients, clients * elections);
        System.out.println(all().size() + " candidates. Objects of Baton's alive over 100 reconnects: "
                + alive.stream().map(ManyElectionsIT::sum).toList());
        awaitThreads(clients);
        for (CuratorFramework client : this.elections.keySet()) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(watchers(client)).isEqualTo(2 * elections * candidates));
        }
        if (!FULL) { // 10 000 candidates that read where they stand keep a small machine from renewing the lease in
            // time
            assertThat(tokens()).as("nobody moved").isEqualTo(tokens);
        }
        await().untilAsserted(() -> assertThat(clientThreads()).isEqualTo(threads));
        assertThat(alwaysGrowing(alive)).isEmpty();
    }

    /** Cuts so often, and counts what is alive four times meanwhile. */
    private List<Map<String, Long>> cutAndCount(int cuts, int leaders) throws Exception {
        List<Map<String, Long>> alive = new ArrayList<>();
        for (int i = 0; i < cuts; i++) {
            if (i % (cuts / 3) == 1) {
                alive.add(Histogram.ofBaton());
            }
            cut(leaders);
        }
        alive.add(Histogram.ofBaton());
        return alive;
    }

    private static long sum(Map<String, Long> alive) {
        return alive.values().stream().mapToLong(Long::longValue).sum();
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
                // Twice, as ZooKeeper's client waits a second before it tries the only address again.
                proxy.connectString() + "," + proxy.connectString(),
                CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
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
                .pollInterval(Duration.ofMillis(50))
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

    /** Cuts every client's connection, and waits for all to be back and all candidates to have read where they stand. */
    private void cut(int leaders) throws Exception {
        int before = reconnects.get();
        for (Proxy proxy : proxies) {
            proxy.cut();
        }
        await("all clients are back")
                .pollInterval(Duration.ofMillis(10))
                .atMost(LONG)
                .until(() -> reconnects.get() == before + proxies.size());
        awaitOneLeaderEach(leaders);
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
