package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionListener;
import dev.baton.election.FencedException;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Proxy;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListener;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;

/** Group A, second part: holders that are not told, or do not stop. */
class HoldersIT extends Scene {

    private static final Duration BODY = Duration.ofMillis(1500);

    /** Work that nothing stops before its time. */
    private static final class Body implements ElectionListener, LeaderSelectorListener {
        private final AtomicInteger live;
        private final AtomicInteger most;

        Body(AtomicInteger live, AtomicInteger most) {
            this.live = live;
            this.most = most;
        }

        private void work() {
            most.accumulateAndGet(live.incrementAndGet(), Math::max);
            long end = System.nanoTime() + BODY.toNanos();
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
            }
            live.decrementAndGet();
        }

        @Override
        public void elected(Leadership term) {
            work();
        }

        @Override
        public void takeLeadership(CuratorFramework client) {
            work();
        }

        @Override
        public void stateChanged(CuratorFramework client, ConnectionState state) {}
    }

    @Fault(id = "A9", value = "closing while the body runs, then closing the client")
    void a9_closingWaitsForTheBody(Finding finding) throws Exception {
        AtomicInteger live = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger liveOfSelectors = new AtomicInteger();
        AtomicInteger mostOfSelectors = new AtomicInteger();
        CuratorFramework shortLived = ensemble.client();
        CuratorFramework ofSelector = ensemble.client();
        LeaderSelector one = new LeaderSelector(ofSelector, "/sel", new Body(liveOfSelectors, mostOfSelectors));
        try (LeaderSelector two = new LeaderSelector(b, "/sel", new Body(liveOfSelectors, mostOfSelectors))) {
            one.start();
            await().until(() -> liveOfSelectors.get() == 1);
            two.start();
            one.close();
            ofSelector.close();
            LeaderElection leaving = Duel.candidate(shortLived, Duel.PATH, "a")
                    .listener(new Body(live, most))
                    .start();
            leaving.awaitLeadership(Duel.SOON).orElseThrow();
            try (LeaderElection next = Duel.candidate(b, Duel.PATH, "b")
                    .listener(new Body(live, most))
                    .start()) {
                await().until(() -> live.get() == 1);
                awaitQueued(next);
                leaving.close(Duration.ofSeconds(4));
                shortLived.close();
                next.awaitLeadership(PROMPT).orElseThrow();
                await().atMost(PROMPT).until(() -> live.get() == 1);
                assertThat(most).hasValue(1);
            }
            finding.baton("close() waits, at most one body at once");
            finding.rival("LeaderSelector: %s", mostOfSelectors.get() > 1 ? "**two bodies at once**" : "ok, one body");
        }
    }

    @Fault(id = "A10", value = "a listener that ignores changes of state")
    void a10_listenerIgnoresChangesOfState(Finding finding) throws Exception {
        CuratorFramework ofSelector = ensemble.client();
        try (Duel duel = new Duel(a, b);
                LeaderSelector one = new LeaderSelector(ofSelector, "/sel", new Endless());
                LeaderSelector two = new LeaderSelector(b, "/sel", new Endless())) {
            one.start();
            await().until(one::hasLeadership);
            two.start();
            duel.faultBegins();
            abandonSession(a);
            abandonSession(ofSelector);
            duel.isFollowed(FAILOVER);
            assertThat(duel.one.isHeld()).isFalse();
            await().until(() -> duel.one.ended().toCompletableFuture().isDone());
            assertThat(duel.one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.SESSION_LOST);
            finding.baton("the term ends by itself, next after %s", duel.took());
            finding.rival("LeaderSelector: %s", bothLead(one, two));
        }
    }

    private static String bothLead(LeaderSelector one, LeaderSelector two) {
        try {
            await().atMost(IN_TIME).until(two::hasLeadership);
        } catch (org.awaitility.core.ConditionTimeoutException never) {
            return "the second never leads";
        }
        return one.hasLeadership() ? "**two leaders**, and still" : "ok";
    }

    private static final class Endless implements LeaderSelectorListener {
        @Override
        public void takeLeadership(CuratorFramework client) throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
        }

        @Override
        public void stateChanged(CuratorFramework client, ConnectionState state) {}
    }

    @Fault(id = "A11", value = "a holder is never told; entering again works on a dead lock")
    void a11_enteringAgainNeedsALiveTerm(Finding finding) throws Exception {
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework cut = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
            InterProcessMutex first = new InterProcessMutex(cut, "/mutex");
            first.acquire();
            try (Duel duel = new Duel(cut, b)) {
                assertThat(duel.a.awaitLeadership(Duration.ZERO))
                        .as("the same hold, not one more")
                        .contains(duel.one);
                duel.faultBegins();
                proxy.swallow();
                duel.isFollowed(FAILOVER);
                assertThat(duel.one.isHeld()).isFalse();
                assertThat(duel.a.awaitLeadership(Duration.ofMillis(100)))
                        .as("no way in again")
                        .isEmpty();
                assertThatThrownBy(duel.one::ensureHeld).isInstanceOf(FencedException.class);
                boolean second = new InterProcessMutex(b, "/mutex").acquire(5, TimeUnit.SECONDS);
                boolean believes = first.isOwnedByCurrentThread() && first.acquire(1, TimeUnit.SECONDS);
                finding.baton("hold ended by its lease, no way in again, next after %s", duel.took());
                finding.rival("InterProcessMutex: %s", second && believes ? "**two holders**, re-entry works" : "ok");
                proxy.pass();
            }
        }
    }

    @Fault(id = "A20", value = "sorting by the whole name, or waiting for the wrong znode")
    void a20_orderIsThatOfTheNumbers(Finding finding) throws Exception {
        List<LeaderElection> queue = new java.util.ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                LeaderElection next = Duel.candidate(i % 2 == 0 ? a : b, Duel.PATH, "c" + i)
                        .priority(i == 7 ? 1 : 0)
                        .start();
                queue.add(next);
                await().until(() ->
                        next.state().position().isPresent() || next.leadership().isPresent());
            }
            List<String> names = queue.stream()
                    .map(each -> each.state().znode().orElseThrow())
                    .toList();
            assertThat(names)
                    .as("names that sort against their numbers")
                    .isNotEqualTo(names.stream().sorted().toList());
            assertThat(ids(queue.get(0))).containsExactly("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7");
            operator.delete().forPath(Duel.PATH + "/candidates/" + names.get(2));
            await("the fourth only waits for another")
                    .until(() -> queue.get(3).state().predecessor().equals(java.util.Optional.of(names.get(1))));
            assertThat(queue.get(3).state().terms()).isZero();
            assertThat(queue.get(0).leadership()).isPresent();
            finding.baton("numeric order; the fourth waits for the second when the third goes");
            finding.rival("ok by its names' equal length (not run)");
        } finally {
            queue.forEach(each -> each.close(Duration.ofSeconds(1)));
        }
    }
}
