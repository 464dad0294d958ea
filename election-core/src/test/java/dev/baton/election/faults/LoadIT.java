package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ClientWatches;
import dev.baton.election.LeaderElection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.listen.StandardListenerManager;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.zookeeper.data.Stat;

/** Group H: what leaks, and what an election costs. */
class LoadIT extends Scene {

    private static final int ELECTIONS = 50;

    private static int listenersOf(CuratorFramework client) {
        return ((StandardListenerManager<?>) client.getConnectionStateListenable()).size();
    }

    @Fault(id = "H2", value = "watches and listeners are left behind")
    void h2_watchesAndListenersAreLeftBehind(Finding finding) throws Exception {
        int listeners = listenersOf(a);
        int listenersOfLatch = listenersOf(b);
        for (int i = 0; i < 40; i++) {
            try (LeaderElection first = Duel.candidate(a, Duel.PATH, "a").start();
                    LeaderElection second = Duel.candidate(a, Duel.PATH, "b").start()) {
                first.awaitLeadership(Duel.SOON).orElseThrow();
                await().pollInterval(Duration.ofMillis(1))
                        .until(() -> second.state().znode().isPresent());
            }
            try (LeaderLatch latch = new LeaderLatch(b, Latches.PATH, "l")) {
                latch.start();
                latch.await();
            }
        }
        await().untilAsserted(
                        () -> assertThat(ClientWatches.below(a, Duel.PATH)).isEmpty());
        assertThat(listenersOf(a)).isEqualTo(listeners);
        int watches = ClientWatches.below(b, Latches.PATH).size();
        finding.baton("80 candidacies, 0 watches, 0 listeners");
        finding.rival(
                "%s: %d watches, %d listeners",
                watches + listenersOf(b) - listenersOfLatch == 0 ? "ok" : "**left**",
                watches,
                listenersOf(b) - listenersOfLatch);
    }

    @Fault(id = "H4", value = "too many ephemerals in one session")
    void h4_oneEphemeralPerCandidacy(Finding finding) throws Exception {
        List<LeaderElection> elections = new ArrayList<>();
        try {
            for (int i = 0; i < ELECTIONS; i++) {
                elections.add(Duel.candidate(a, "/many/" + i, "a").start());
            }
            await().atMost(Duel.SOON).until(() -> leading(elections) == ELECTIONS);
            closeSessionOf(a);
            await("all lead on the next session")
                    .atMost(Duel.SOON)
                    .until(() -> elections.stream()
                            .allMatch(each -> each.state().terms() == 2
                                    && each.leadership().isPresent()));
            List<String> ephemerals = a.getZookeeperClient().getZooKeeper().getEphemerals("/many");
            assertThat(ephemerals).as("one for each, none left over").hasSize(ELECTIONS);
            int longest = ephemerals.stream()
                    .mapToInt(path -> path.getBytes(StandardCharsets.UTF_8).length)
                    .max()
                    .orElseThrow();
            // What a session's end writes into one transaction, whose limit is a mebibyte.
            assertThat(longest + 4).isLessThan((1 << 20) / 5000);
            finding.baton(
                    "one of %d bytes per candidacy, also over sessions: %d fit", longest, (1 << 20) / (longest + 4));
            finding.rival("not run: the server's fault, no guard");
        } finally {
            elections.forEach(each -> each.close(Duration.ofSeconds(1)));
        }
    }

    private static long leading(List<LeaderElection> elections) {
        return elections.stream().filter(each -> each.leadership().isPresent()).count();
    }

    @Fault(id = "H5", value = "elections that idle eat transactions")
    void h5_idleElectionsShareOneRenewal(Finding finding) throws Exception {
        Tricks tricks = new Tricks();
        List<LeaderElection> elections = new ArrayList<>();
        try (CuratorFramework tricky = tricks.client(connect())) {
            for (int i = 0; i < ELECTIONS; i++) {
                elections.add(Duel.candidate(tricky, "/many/" + i, "a").start());
            }
            await().atMost(Duel.SOON).until(() -> leading(elections) == ELECTIONS);
            await("the last of them has settled")
                    .during(Duration.ofMillis(300))
                    .atMost(PROMPT)
                    .until(() -> leading(elections) == ELECTIONS);
            int before = tricks.transactions.size();
            Stat baton = operator.checkExists().forPath("/many/0/baton");
            long began = System.nanoTime();
            await("idle").during(SESSION).atMost(SESSION.multipliedBy(2)).until(() -> leading(elections) == ELECTIONS);
            long fifths = Duration.ofNanos(System.nanoTime() - began).dividedBy(SESSION.dividedBy(5));
            int renewals = tricks.transactions.size() - before;
            assertThat((long) renewals)
                    .as("one per fifth of the session, for all")
                    .isBetween(1L, fifths + 2);
            assertThat(tricks.transactions.subList(before, before + renewals))
                    .allMatch(operations -> operations.stream().allMatch(Tricks::isCheck));
            assertThat(operator.checkExists().forPath("/many/0/baton")).isEqualTo(baton);
            finding.baton("%d elections, %d renewals in 2 s, nothing written", ELECTIONS, renewals);
            finding.rival("no traffic, and no lease (not run)");
        } finally {
            elections.forEach(each -> each.close(Duration.ofSeconds(1)));
        }
    }

    @Fault(id = "H6", value = "parents are never removed, or removed with their numbers")
    void h6_parentsAreDurable(Finding finding) throws Exception {
        try (Reaper server = new Reaper()) {
            CuratorFramework client = server.client();
            for (int i = 0; i < 10; i++) {
                try (LeaderElection election =
                        Duel.candidate(client, "/many/" + i, "a").start()) {
                    election.awaitLeadership(Duel.SOON).orElseThrow();
                }
                try (LeaderLatch latch = new LeaderLatch(client, "/latches/" + i, "l")) {
                    latch.start();
                    latch.await();
                }
            }
            await("containers are reaped")
                    .atMost(Duel.SOON)
                    .until(() -> client.getChildren().forPath("/latches").isEmpty());
            assertThat(client.getChildren().forPath("/many")).hasSize(10);
            for (String each : List.of("/many", "/many/0", "/many/0/candidates", "/many/0/baton")) {
                // A container's owner has the high bit set: ZooKeeper's EphemeralType.
                assertThat(client.checkExists().forPath(each).getEphemeralOwner())
                        .as(each)
                        .isZero();
            }
            finding.baton("durable by design: 10 of 10 stay, tokens with them");
            finding.rival("0 of 10 stay, and the numbers begin anew (B1)");
        }
    }
}
