package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.FencingToken;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Recorder;
import dev.baton.election.RevocationReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.io.TempDir;

/** Group B: tokens that go back, repeat, or run out. */
class TokensIT {

    @TempDir
    private Path data;

    @Fault(id = "B1", value = "the emptied parent is reaped and its sequence begins anew")
    void b1_emptiedParentIsReaped(Finding finding) throws Exception {
        try (Reaper server = new Reaper()) {
            List<FencingToken> tokens = new ArrayList<>();
            CuratorFramework client = server.client();
            for (int i = 0; i < 3; i++) {
                tokens.add(termOf(client));
            }
            String last = latchTerm(client);
            last = latchTerm(client);
            await("the latch's parent is a container and goes")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> client.checkExists().forPath(Latches.PATH) == null);
            assertThat(client.checkExists().forPath(Duel.PATH + "/candidates"))
                    .as("the queue stays")
                    .isNotNull();
            tokens.add(termOf(client));
            assertThat(tokens).isSorted().doesNotHaveDuplicates();
            assertThat(tokens.get(3).sequence()).isGreaterThan(tokens.get(2).sequence());
            String next = latchTerm(client);
            finding.baton("parents are persistent, 4 terms with growing tokens");
            finding.rival("%s: number %s after %s", next.compareTo(last) <= 0 ? "**goes back**" : "ok", next, last);
        }
    }

    private static FencingToken termOf(CuratorFramework client) throws Exception {
        try (LeaderElection election = Duel.candidate(client, Duel.PATH, "a").start()) {
            return election.awaitLeadership(Duel.SOON).orElseThrow().token();
        }
    }

    private static String latchTerm(CuratorFramework client) throws Exception {
        try (LeaderLatch latch = new LeaderLatch(client, Latches.PATH, "l")) {
            latch.start();
            latch.await();
            String path = latch.getOurPath();
            return path.substring(path.lastIndexOf('-') + 1);
        }
    }

    @Fault(id = "B2", value = "the sequence number overflows")
    void b2_sequenceNumberOverflows(Finding finding) throws Exception {
        ZooKeeperServer server = new ZooKeeperServer(data.toFile(), data.toFile(), 200);
        ServerCnxnFactory connections = NIOServerCnxnFactory.createFactory(0, 100);
        connections.startup(server);
        Recorder told = new Recorder();
        List<LeaderElection> worn = new ArrayList<>();
        try (CuratorFramework client = new Tricks().client("127.0.0.1:" + connections.getLocalPort())) {
            client.blockUntilConnected();
            FencingToken before = termOf(client);
            client.create().creatingParentContainersIfNeeded().forPath(Latches.PATH);
            for (String parent : List.of(Duel.PATH + "/candidates", Latches.PATH)) {
                server.getZKDatabase().getDataTree().setCversionPzxid(parent, 2147483645, Long.MAX_VALUE);
            }
            for (int i = 0; i < 6; i++) {
                worn.add(Duel.candidate(client, Duel.PATH, "c" + i)
                        .listener(told)
                        .start());
            }
            try (Latches latches = Latches.idle(client, client, client, client)) {
                latches.a().start();
                await().until(() -> latches.a().getOurPath() != null);
                for (LeaderLatch latch : latches.all()) {
                    if (latch != latches.a()) {
                        latch.start();
                        await().atMost(Duel.SOON).until(() -> latch.getOurPath() != null);
                    }
                }
                latches.faultBegins();
                await().atMost(Duel.SOON).until(() -> told.failures().size() >= 6);
                assertThat(told.failures())
                        .allSatisfy(failure -> assertThat(failure)
                                .hasMessageContaining("Move all candidates to a fresh election path"));
                assertThat(worn).allMatch(each -> each.state().terms() == 0);
                try (LeaderElection moved =
                        Duel.candidate(client, Duel.PATH + "-2", "a").start()) {
                    assertThat(moved.awaitLeadership(Duel.SOON).orElseThrow().token())
                            .isGreaterThan(before);
                }
                finding.baton("refused with the remedy; on the fresh path tokens go on growing");
                finding.rival(
                        "%s (two leaders of equal numbers did not come about)", latches.verdict(Duration.ofSeconds(1)));
            }
        } finally {
            worn.forEach(each -> each.close(Duration.ofSeconds(1)));
            connections.shutdown();
        }
    }

    @Fault(id = "B4", value = "the ensemble is wiped: transaction ids begin anew")
    void b4_ensembleIsWiped(Finding finding) throws Exception {
        try (Reaper server = new Reaper()) {
            CuratorFramework client = server.client();
            for (int i = 0; i < 5; i++) {
                termOf(client);
                latchTerm(client);
            }
            try (LeaderElection election =
                            Duel.candidate(client, Duel.PATH, "a").start();
                    LeaderLatch latch = new LeaderLatch(client, Latches.PATH, "l")) {
                latch.start();
                latch.await();
                String old = latch.getOurPath();
                Leadership one = election.awaitLeadership(Duel.SOON).orElseThrow();
                long began = System.nanoTime();
                server.wipe();
                Leadership two = await().atMost(Scene.IN_TIME)
                        .until(() -> election.leadership().filter(term -> term != one), java.util.Optional::isPresent)
                        .orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                assertThat(one.isHeld()).isFalse();
                assertThat(one.ended().toCompletableFuture())
                        .succeedsWithin(Duel.SOON)
                        .isIn(RevocationReason.SESSION_LOST, RevocationReason.LEASE_EXPIRED);
                // R14: nothing in ZooKeeper remembers; a store that compares tokens does, and refuses the smaller one.
                FencingToken stored = one.token();
                boolean accepted = two.token().compareTo(stored) >= 0;
                assertThat(accepted)
                        .as("a resource takes the token of the wiped ensemble")
                        .isFalse();
                await().atMost(Duel.SOON).until(latch::hasLeadership);
                String now = latch.getOurPath();
                finding.baton(
                        "leads after %s; token goes back, as R14 says, and a store refuses it: raise acceptedEpoch",
                        Finding.seconds(took));
                finding.rival("**goes back or repeats**: number %s after %s", number(now), number(old));
            }
        }
    }

    private static String number(String path) {
        return path.substring(path.lastIndexOf('-') + 1);
    }

    @Fault(id = "B5", value = "a server loses committed writes")
    void b5_serverLosesCommittedWrites(Finding finding) throws Exception {
        List<Integer> version = List.of(Version.getVersion().split("-")[0].split("\\.")).stream()
                .map(Integer::valueOf)
                .toList();
        assertThat(version.get(0) * 10_000 + version.get(1) * 100 + version.get(2))
                .as("3.9.3 hands a hole in its log on: ZOOKEEPER-4925")
                .isGreaterThanOrEqualTo(3_09_04);
        try (Reaper server = new Reaper();
                Duel duel = new Duel(server.client(), server.client())) {
            CuratorFramework operator = server.client();
            byte[] first = operator.getData().forPath(Duel.PATH + "/baton");
            duel.one.close();
            Leadership two = duel.b.awaitLeadership(Duel.SOON).orElseThrow();
            duel.faultBegins();
            // What a server would show that had lost the pass: the baton as it was, though its holder has gone.
            operator.setData().forPath(Duel.PATH + "/baton", first);
            await().atMost(Scene.HEARING).until(() -> !two.isHeld());
            Leadership three = await().atMost(Scene.PROMPT)
                    .until(() -> duel.leader().filter(term -> term != two), java.util.Optional::isPresent)
                    .orElseThrow();
            assertThat(three.token()).isGreaterThan(two.token());
            finding.baton("pinned to ZooKeeper %s; a baton put back ends the term, the next token grows", version);
            finding.rival("not run: the server's fault");
        }
    }
}
