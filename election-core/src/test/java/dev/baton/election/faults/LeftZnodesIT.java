package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.Ensemble;
import dev.baton.election.LeaderElection;
import dev.baton.election.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.zookeeper.CreateMode;

/** Group D: znodes that are left behind, taken over, or never made. */
class LeftZnodesIT extends Scene {

    @Fault(id = "D2", value = "a znode of the same name that is another's is taken for one's own")
    void d2_znodeOfAnotherIsNeverTakenForOnesOwn(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                LeaderElection twin = Duel.candidate(operator, Duel.PATH, "a").start();
                PersistentNode first = persistent(a);
                PersistentNode second = persistent(b)) {
            awaitQueued(twin);
            assertThat(twin.state().znode()).isNotEqualTo(duel.a.state().znode());
            assertThat(ownerOf(duel.znodeOfA())).isEqualTo(sessionOf(a));
            assertThat(ownerOf(Duel.PATH + "/candidates/" + twin.state().znode().orElseThrow()))
                    .isEqualTo(sessionOf(operator));
            assertThat(twin.leadership()).as("of the same id as the leader").isEmpty();
            first.start();
            boolean created = first.waitForInitialCreate(5, TimeUnit.SECONDS);
            second.start();
            boolean claimed = second.waitForInitialCreate(1, TimeUnit.SECONDS);
            duel.neverTwo();
            finding.baton("names are never used twice; two of one id own two znodes");
            finding.rival("PersistentNode: %s", created && claimed ? "**claims another's**" : "ok");
        }
    }

    private static PersistentNode persistent(CuratorFramework client) {
        return new PersistentNode(client, CreateMode.EPHEMERAL, false, "/persistent", new byte[0]);
    }

    @Fault(id = "D7", value = "candidates without an id of their own share a name")
    void d7_everyJoinHasAnIdOfItsOwn(Finding finding) throws Exception {
        try (LeaderElection named = Duel.candidate(a, Duel.PATH, "a").start();
                LeaderElection same = Duel.candidate(a, Duel.PATH, "a").start();
                LeaderElection unnamed = LeaderElection.builder(b, Duel.PATH)
                        .serverTickTime(Ensemble.TICK)
                        .start()) {
            await().until(() -> ids(named).size() == 3);
            List<String> instances = children(Duel.PATH + "/candidates").stream()
                    .map(name -> name.substring(0, name.lastIndexOf('-')))
                    .toList();
            assertThat(instances)
                    .hasSize(3)
                    .doesNotHaveDuplicates()
                    .allMatch(name -> name.matches("c-[0-9a-f]{16}\\..+"));
            assertThat(ids(named)).doesNotContain("null", "");
            assertThat(List.of(same, unnamed))
                    .allMatch(each ->
                            each.leadership().isEmpty() || named.leadership().isEmpty());
            finding.baton("every znode has an id of its own, whatever the builder is given");
            finding.rival("ok (async API's fault, gone since 4.1.0; not run)");
        }
    }

    @Fault(id = "D3", value = "registering is refused at first, or its parent is missing")
    void d3_registeringIsRefusedAtFirst(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                CuratorFramework third = new Tricks().client(connect());
                PersistentNode node =
                        new PersistentNode(third, CreateMode.EPHEMERAL, false, "/guarded/node", new byte[0])) {
            operator.setACL().withACL(ALL_BUT_CREATING).forPath(Duel.PATH + "/candidates");
            operator.create().withACL(ALL_BUT_CREATING).forPath("/guarded");
            node.start();
            Recorder told = new Recorder();
            try (LeaderElection refused =
                    Duel.candidate(third, Duel.PATH, "c").listener(told).start()) {
                await().until(() -> !told.failures().isEmpty());
                assertThat(refused.state().lastError().orElseThrow()).contains("NOAUTH", "/candidates");
                long mended = System.nanoTime();
                mend("/guarded");
                mend(Duel.PATH + "/candidates");
                await().atMost(Duration.ofSeconds(8)).until(() -> ids(refused).contains("c"));
                Duration took = Duration.ofNanos(System.nanoTime() - mended);
                await().atMost(PROMPT).until(() -> ids(refused).size() == 3);
                finding.baton("told; stands %s after it was mended", Finding.seconds(took));
                finding.rival(
                        "PersistentNode: %s",
                        node.waitForInitialCreate(2, TimeUnit.SECONDS) ? "ok" : "**never there**");
            }
        }
    }

    @Fault(id = "D4", value = "a waiting thread is interrupted")
    void d4_waitingThreadIsInterrupted(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                LeaderElection waiting =
                        Duel.candidate(operator, Duel.PATH, "c").start();
                Latches latches = Latches.start(a, b)) {
            awaitQueued(waiting);
            assertThat(interrupted(() -> waiting.awaitLeadership())).isInstanceOf(InterruptedException.class);
            Throwable ofLatch = interrupted(() -> latches.b().await());
            assertThat(ids(duel.b)).as("the candidate stands on").containsExactly("a", "b", "c");
            waiting.close();
            assertThat(ids(duel.b)).containsExactly("a", "b");
            duel.faultBegins();
            duel.a.close();
            duel.isFollowed(PROMPT);
            latches.b().close();
            finding.baton("stands on, and leaves nothing when closed; next after %s", duel.took());
            finding.rival(
                    "ok: %s, %d znode left",
                    ofLatch.getClass().getSimpleName(), children(Latches.PATH).size());
        }
    }

    private interface Waiting {
        void run() throws Exception;
    }

    private static Throwable interrupted(Waiting task) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                task.run();
                thrown.complete(new IllegalStateException("returned"));
            } catch (Exception end) {
                thrown.complete(end);
            }
        });
        thread.start();
        await().until(() ->
                thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        return thrown.get(5, TimeUnit.SECONDS);
    }

    @Fault(id = "D5", value = "closed while the znode is being created")
    void d5_closedWhileTheZnodeIsBeingCreated(Finding finding) throws Exception {
        int rounds = 150;
        int leftOfLatch = 0;
        operator.create().creatingParentsIfNeeded().forPath(Duel.PATH + "/candidates");
        operator.create().creatingParentContainersIfNeeded().forPath(Latches.PATH);
        for (int i = 0; i < rounds; i++) {
            LeaderElection election = Duel.candidate(a, Duel.PATH, "a").start();
            LeaderLatch latch = new LeaderLatch(b, Latches.PATH, "l");
            latch.start();
            LockSupport.parkNanos(i % 30 * 100_000L);
            election.close();
            latch.close();
            assertThat(children(Duel.PATH + "/candidates"))
                    .as("after close() in round %d", i)
                    .isEmpty();
            leftOfLatch += children(Latches.PATH).isEmpty() ? 0 : 1;
        }
        await("nothing comes later")
                .during(Duration.ofMillis(500))
                .atMost(PROMPT)
                .until(() -> children(Duel.PATH + "/candidates").isEmpty());
        int last = children(Latches.PATH).size();
        finding.baton("%d rounds, nothing left after close()", rounds);
        finding.rival("%s: %d left in the end, %d for a moment", last == 0 ? "ok" : "**left**", last, leftOfLatch);
    }
}
