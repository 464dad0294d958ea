package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.Candidate;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Proxy;
import dev.baton.election.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;

/** Group G: a hold is an object, and there is one kind of it. */
class HandlesIT extends Scene {

    @Fault(id = "G2", value = "ownership is bound to a thread")
    void g2_anyThreadMayGiveTheTermUp(Finding finding) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(a, "/mutex");
        mutex.acquire();
        try (Duel duel = new Duel(a, b)) {
            duel.faultBegins();
            CompletableFuture.runAsync(duel.one::close).get();
            Leadership two = duel.isFollowed(PROMPT);
            CompletableFuture.runAsync(duel.one::close).get();
            assertThat(two.isHeld()).as("given up exactly once").isTrue();
            String released = CompletableFuture.supplyAsync(() -> {
                        try {
                            mutex.release();
                            return "ok";
                        } catch (Exception refused) {
                            return "**" + refused.getClass().getSimpleName() + "**";
                        }
                    })
                    .get();
            finding.baton("any thread, exactly once; next after %s", duel.took());
            finding.rival("InterProcessMutex: %s on another thread", released);
        }
        mutex.release();
    }

    @Fault(id = "G3", value = "readers and writers wait for each other")
    void g3_everyoneWaitsForALowerNumberOnly(Finding finding) throws Exception {
        Duration session = SESSION.multipliedBy(2);
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework cut = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder().sessionTimeoutMs((int) session.toMillis()));
            CuratorFramework calm = ensemble.client(session);
            InterProcessReadWriteLock first = new InterProcessReadWriteLock(a, "/rw");
            first.writeLock().acquire();
            CompletableFuture<Boolean> reader = locked(new InterProcessReadWriteLock(b, "/rw").readLock());
            CompletableFuture<Boolean> writer = locked(new InterProcessReadWriteLock(calm, "/rw").writeLock());
            try (LeaderElection one = Duel.candidate(calm, Duel.PATH, "a").start();
                    LeaderElection two = queuedBehind(one, cut, "b");
                    LeaderElection three = queuedBehind(two, cut, "c");
                    Sampler sampler = new Sampler(one, two, three)) {
                Leadership last = one.awaitLeadership(Duel.SOON).orElseThrow();
                for (LeaderElection next : List.of(two, three)) {
                    for (Candidate each : next.candidates()) {
                        assertThat(each.sequence()).isNotNegative();
                    }
                    proxy.cut();
                    last.close();
                    Leadership term = next.awaitLeadership(session).orElseThrow();
                    assertThat(term.token()).isGreaterThan(last.token());
                    last = term;
                }
                assertThat(sampler.overlaps()).isEmpty();
                assertThat(sampler.backwards()).isEmpty();
            }
            first.writeLock().release();
            boolean both = reader.get(10, TimeUnit.SECONDS) && writer.get(10, TimeUnit.SECONDS);
            finding.baton("one mode, each waits for the one ahead; all lead in turn over cuts");
            finding.rival("InterProcessReadWriteLock: %s", both ? "ok, both finish" : "**stuck**");
        }
    }

    private static LeaderElection queuedBehind(LeaderElection ahead, CuratorFramework client, String id) {
        await().atMost(Duel.SOON).until(() -> ahead.state().znode().isPresent());
        LeaderElection election = Duel.candidate(client, Duel.PATH, id).start();
        awaitQueued(election);
        int own = Integer.parseInt(numberOf(election.state().znode().orElseThrow()));
        int watched = Integer.parseInt(numberOf(election.state().predecessor().orElseThrow()));
        assertThat(watched).as("the number it waits for").isLessThan(own);
        assertThat(election.state().predecessor()).isEqualTo(ahead.state().znode());
        return election;
    }

    private static String numberOf(String name) {
        return name.substring(name.lastIndexOf('-') + 1);
    }

    private static CompletableFuture<Boolean> locked(InterProcessMutex mutex) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                boolean got = mutex.acquire(30, TimeUnit.SECONDS);
                mutex.release();
                return got;
            } catch (Exception refused) {
                return false;
            }
        });
    }
}
