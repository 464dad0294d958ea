package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Recorder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.zookeeper.CreateMode;

/** Group C, second part: candidates that wait, chase each other, or lose what they stand on. */
class IdleCandidatesIT extends Scene {

    @Fault(id = "C11", value = "the parent is missing at the reconnect")
    void c11_parentIsMissingAtTheReconnect(Finding finding) throws Exception {
        try (Reaper server = new Reaper()) {
            CuratorFramework first = server.client();
            CuratorFramework second = server.client();
            try (Duel duel = new Duel(first, second);
                    Latches latches = Latches.start(first, second)) {
                latches.faultBegins();
                long began = System.nanoTime();
                server.wipe();
                // Tokens are B4's concern: a wiped ensemble has forgotten all transactions.
                await().atMost(IN_TIME)
                        .until(() ->
                                duel.leader().filter(term -> term != duel.one).isPresent());
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                assertThat(duel.one.isHeld()).isFalse();
                assertThat(duel.together()).isZero();
                finding.baton("parents made anew, next after %s", Finding.seconds(took));
                finding.rival(latches.verdict(FAILOVER));
            }
        }
    }

    @Fault(id = "C12", value = "candidates chase each other's znodes when the first keeps leaving")
    void c12_firstKeepsLeaving(Finding finding) throws Exception {
        int turns = 30;
        LeaderElection first = Duel.candidate(a, Duel.PATH, "0").start();
        Leadership last = first.awaitLeadership(Duel.SOON).orElseThrow();
        LeaderElection second = Duel.candidate(b, Duel.PATH, "1").start();
        awaitQueued(second);
        LeaderElection third = Duel.candidate(operator, Duel.PATH, "2").start();
        awaitQueued(third);
        for (int turn = 0; turn < turns; turn++) {
            first.close();
            Leadership next = second.awaitLeadership(PROMPT).orElseThrow();
            assertThat(next.token()).isGreaterThan(last.token());
            last = next;
            first = second;
            second = third;
            third = Duel.candidate(turn % 2 == 0 ? a : b, Duel.PATH, "" + turn).start();
            awaitQueued(third);
        }
        int sequence = third.candidates().get(2).sequence();
        // A claim uses one number, a join another; nobody joins twice.
        assertThat(sequence).isLessThanOrEqualTo(2 * (turns + 3));
        assertThat(third.candidates()).hasSize(3);
        for (LeaderElection each : new LeaderElection[] {third, second, first}) {
            each.close();
        }
        finding.baton("%d terms used %d numbers", turns + 1, sequence + 1);
        finding.rival(latchesThatLeave(turns));
    }

    private String latchesThatLeave(int turns) throws Exception {
        LeaderLatch[] latches = {latch(a), latch(b), latch(operator)};
        for (int turn = 0; turn < turns; turn++) {
            LeaderLatch leaving = latches[turn % 3];
            if (!leaving.await(10, TimeUnit.SECONDS)) {
                return "**nobody leads** at turn " + turn;
            }
            leaving.close();
            latches[turn % 3] = latch(turn % 2 == 0 ? a : b);
        }
        String path = latches[(turns - 1) % 3].getOurPath();
        for (LeaderLatch latch : latches) {
            latch.close();
        }
        return "ok, " + turns + " terms used " + (1 + Integer.parseInt(path.substring(path.lastIndexOf('-') + 1)))
                + " numbers";
    }

    private static LeaderLatch latch(CuratorFramework client) throws Exception {
        LeaderLatch latch = new LeaderLatch(client, Latches.PATH, "l");
        latch.start();
        await().atMost(Duel.SOON).pollInterval(Duration.ofMillis(2)).until(() -> latch.getOurPath() != null);
        return latch;
    }

    @Fault(id = "C13", value = "a term is given up twice in a row")
    void c13_termIsGivenUpTwice(Finding finding) throws Exception {
        int turns = 30;
        try (LeaderElection only = Duel.candidate(a, Duel.PATH, "a").start()) {
            Leadership last = null;
            for (int turn = 0; turn < turns; turn++) {
                Leadership term = only.awaitLeadership(PROMPT).orElseThrow();
                if (last != null) {
                    assertThat(term.token()).isGreaterThan(last.token());
                    last.close();
                    assertThat(term.isHeld())
                            .as("giving up an old term again ends no new one")
                            .isTrue();
                }
                term.close();
                term.close();
                last = term;
            }
            assertThat(only.awaitLeadership(PROMPT)).isPresent();
            finding.baton(
                    "%d double resignations, %d terms", turns, only.state().terms());
        }
        AtomicInteger elections = new AtomicInteger();
        try (LeaderSelector selector = new LeaderSelector(b, "/sel", new LeaderSelectorListenerAdapter() {
            @Override
            public void takeLeadership(CuratorFramework client) throws InterruptedException {
                elections.incrementAndGet();
                new java.util.concurrent.CountDownLatch(1).await();
            }
        })) {
            selector.autoRequeue();
            selector.start();
            for (int turn = 1; turn <= turns; turn++) {
                int wanted = turn;
                try {
                    await().atMost(PROMPT).pollInterval(Duration.ofMillis(2)).until(() -> elections.get() >= wanted);
                } catch (org.awaitility.core.ConditionTimeoutException never) {
                    finding.rival("LeaderSelector: **stopped** after %d elections", elections.get());
                    return;
                }
                selector.interruptLeadership();
                selector.interruptLeadership();
            }
            finding.rival("LeaderSelector: ok, %d double interrupts, %d elections", turns, elections.get());
        }
    }

    @Fault(id = "C14", value = "waiting without end behind a znode that nobody cares for")
    void c14_waitingBehindALeftOverZnode(Finding finding) throws Exception {
        operator.create().creatingParentsIfNeeded().forPath(Duel.PATH + "/candidates");
        String left = operator.create()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .forPath(Duel.PATH + "/candidates/c-0123456789abcdef.0-");
        String leftOfLatch = operator.create()
                .creatingParentContainersIfNeeded()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .forPath(Latches.PATH + "/_c_0-latch-");
        try (LeaderElection waiting = Duel.candidate(a, Duel.PATH, "a").start();
                Latches latches = Latches.idle(b)) {
            latches.a().start();
            long asked = System.nanoTime();
            assertThat(waiting.awaitLeadership(Duration.ofMillis(300))).isEmpty();
            Duration waited = Duration.ofNanos(System.nanoTime() - asked);
            assertThat(waited).isBetween(Duration.ofMillis(300), Duration.ofMillis(450));
            awaitQueued(waiting);
            assertThat(waiting.state().predecessor()).contains(left.substring(left.lastIndexOf('/') + 1));
            assertThat(waiting.state().toString()).contains("behind " + left.substring(left.lastIndexOf('/') + 1));
            String before = latches.a().hasLeadership() ? "leads" : "await() waits without end";
            long removed = System.nanoTime();
            operator.delete().forPath(left);
            operator.delete().forPath(leftOfLatch);
            latches.faultBegins();
            assertThat(waiting.awaitLeadership(PROMPT)).isPresent();
            Duration took = Duration.ofNanos(System.nanoTime() - removed);
            finding.baton(
                    "await(300 ms) returns after %d ms, state names whom it waits for; leads %s after its removal",
                    waited.toMillis(), Finding.seconds(took));
            finding.rival("%s; after its removal %s", before, latches.verdict(Duration.ofSeconds(1)));
        }
    }

    @Fault(id = "C16", value = "the parent is reaped between two steps of a start")
    void c16_parentIsReapedInBetween(Finding finding) throws Exception {
        Recorder told = new Recorder();
        int turns = 0;
        int failed = 0;
        try (Reaper server = new Reaper()) {
            CuratorFramework client = server.client();
            long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            Optional<Leadership> last = Optional.empty();
            while (System.nanoTime() < end) {
                turns++;
                try (LeaderElection election =
                        Duel.candidate(client, Duel.PATH, "a").listener(told).start()) {
                    Leadership term = election.awaitLeadership(PROMPT).orElseThrow();
                    last.ifPresent(before -> assertThat(term.token()).isGreaterThan(before.token()));
                    last = Optional.of(term);
                }
                try (LeaderLatch latch = new LeaderLatch(client, Latches.PATH, "l")) {
                    latch.start();
                    failed += latch.await(2, TimeUnit.SECONDS) ? 0 : 1;
                }
            }
            assertThat(told.failures()).isEmpty();
            finding.baton("%d starts, no failure: nothing to reap", turns);
            finding.rival(failed == 0 ? "ok, %d starts" : "**stuck** in %2$d of %1$d starts", turns, failed);
        }
    }
}
