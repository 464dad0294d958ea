package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ZooKeeper takes every byte and says nothing: limits are kept all the same. */
class SilentServerIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofMillis(200);
    private static final Duration TOLERANCE = Duration.ofMillis(50);
    private static final int TRIES = 10;

    private final Ensemble ensemble = new Ensemble();
    private final Proxy proxy = new Proxy(ensemble.server().getPort());
    private final CuratorFramework client = ensemble.startedThrough(
            proxy.connectString(), CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));

    SilentServerIT() throws Exception {}

    @AfterEach
    void stop() throws Exception {
        proxy.pass();
        ensemble.close();
        proxy.close();
    }

    @Test
    void waitingEndsWithItsLimitForWhoStandsInLine() throws Exception {
        try (LeaderElection first =
                ensemble.candidate(ensemble.client(), PATH, "a").start()) {
            assertThat(first.awaitLeadership(SOON)).isPresent(); // or the second might join before it
            try (LeaderElection second =
                    ensemble.candidate(client, PATH, "b").closeTimeout(LIMIT).start()) {
                await().until(() -> second.state().phase().equals("queued"));
                proxy.swallow();
                keepsTheLimit(second);
            }
        }
    }

    @Test
    void waitingEndsWithItsLimitForWhoCouldNotEvenJoin() throws Exception {
        await().until(client.getZookeeperClient()::isConnected);
        proxy.swallow();
        try (LeaderElection mute =
                ensemble.candidate(client, PATH, "a").closeTimeout(LIMIT).start()) {
            keepsTheLimit(mute);
        }
    }

    /** The best of several tries, as a busy machine may be late by itself; never is one early. */
    private static void keepsTheLimit(LeaderElection election) throws InterruptedException {
        LongSummaryStatistics nanos = new LongSummaryStatistics();
        for (int i = 0; i < TRIES; i++) {
            long start = System.nanoTime();
            assertThat(election.awaitLeadership(LIMIT)).isEmpty();
            nanos.combine(LongStream.of(System.nanoTime() - start).summaryStatistics());
        }
        assertThat(Duration.ofNanos(nanos.getMin())).isBetween(LIMIT, LIMIT.plus(TOLERANCE));
    }

    @Test
    void closingEndsWithItsLimitAndIsFinishedWhenTheServerSpeaksAgain_R12() throws Exception {
        LeaderElection leader = ensemble.candidate(client, PATH, "a").start();
        Leadership term = leader.awaitLeadership(SOON).orElseThrow();
        proxy.swallow();
        long start = System.nanoTime();
        leader.close(LIMIT);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SESSION.dividedBy(2));
        assertThat(term.isHeld()).isFalse();
        proxy.pass();
        await("its znode goes")
                .atMost(SOON)
                .until(() -> ensemble.client()
                        .getChildren()
                        .forPath(PATH + "/candidates")
                        .isEmpty());
    }
}
