package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionException;
import dev.baton.election.LeaderElection;
import dev.baton.election.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.ZooKeeper;

/** Group A, third part: what crosses from one session into the next. */
class OldSessionsIT extends Scene {

    @Fault(id = "A3", value = "the session ends between creating the znode and looking at the queue")
    void a3_sessionEndsBetweenCreatingAndLooking(Finding finding) throws Exception {
        finding.baton("leads with a znode of its session after %s", winnerOwnsItsZnode(new Tricks(), false));
        finding.rival(latchOwner(abandoning(new Tricks())));
    }

    @Fault(id = "A18", value = "a created znode whose answer is lost with its session is adopted")
    void a18_createdZnodeOfALostSessionIsNotAdopted(Finding finding) throws Exception {
        finding.baton(
                "leads with a znode of its session after %s",
                winnerOwnsItsZnode(new Tricks().create(Tricks.Fate.LOST), true));
        finding.rival(latchOwner(abandoning(new Tricks().create(Tricks.Fate.LOST))));
    }

    /** The first candidate's session is given up as soon as its znode stands; another one waits all the while. */
    private String winnerOwnsItsZnode(Tricks tricks, boolean lost) throws Exception {
        try (CuratorFramework tricky = abandoning(tricks).client(connect())) {
            long began = System.nanoTime();
            try (LeaderElection first = Duel.candidate(tricky, Duel.PATH, "a").start()) {
                await().atMost(PROMPT).until(() -> tricks.creates.get() > 0);
                try (LeaderElection second = Duel.candidate(b, Duel.PATH, "b").start();
                        dev.baton.election.Sampler sampler = new dev.baton.election.Sampler(first, second)) {
                    await().atMost(IN_TIME)
                            .until(() ->
                                    first.leadership().or(second::leadership).isPresent());
                    Duration took = Duration.ofNanos(System.nanoTime() - began);
                    await().atMost(IN_TIME).until(() -> ids(second).size() == 2);
                    assertThat(ownerOf(Duel.PATH + "/candidates/"
                                    + first.state().znode().orElseThrow()))
                            .isEqualTo(sessionOf(tricky));
                    assertThat(sampler.overlaps()).isEmpty();
                    assertThat(sampler.backwards()).isEmpty();
                    assertThat(took).isLessThan(IN_TIME);
                    return Finding.seconds(took) + (lost ? ", the dying one was left" : "");
                }
            }
        }
    }

    private static Tricks abandoning(Tricks tricks) {
        tricks.afterCreate = handle -> {
            tricks.afterCreate = later -> {};
            handle.getTestable().injectSessionExpiration();
        };
        return tricks;
    }

    private String latchOwner(Tricks tricks) throws Exception {
        try (CuratorFramework tricky = tricks.client(connect());
                Latches latches = Latches.idle(tricky, b)) {
            latches.faultBegins();
            latches.a().start();
            await().atMost(PROMPT).until(() -> tricks.creates.get() > 0);
            latches.b().start();
            return latches.verdict(FAILOVER);
        }
    }

    @Fault(id = "A12", value = "a write waits while the session ends and another takes over")
    void a12_writeCrossesASessionChange(Finding finding) throws Exception {
        Tricks tricks = new Tricks();
        Tricks ofLatch = new Tricks();
        operator.create().forPath("/cursor", new byte[] {0});
        operator.create().forPath("/cursor-of-latch", new byte[] {0});
        try (CuratorFramework tricky = tricks.client(connect());
                CuratorFramework latchClient = ofLatch.client(connect());
                Duel duel = new Duel(tricky, b);
                Latches latches = Latches.start(latchClient, b)) {
            tricks.writesPass = new CountDownLatch(1);
            ofLatch.writesPass = new CountDownLatch(1);
            CompletableFuture<Boolean> stale = CompletableFuture.supplyAsync(() -> {
                try {
                    duel.one.write("/cursor", new byte[] {1});
                    return true;
                } catch (ElectionException refused) {
                    return false;
                }
            });
            CompletableFuture<Boolean> staleOfLatch = CompletableFuture.supplyAsync(() -> {
                try {
                    latchClient.setData().forPath("/cursor-of-latch", new byte[] {1});
                    return true;
                } catch (Exception refused) {
                    return false;
                }
            });
            tricks.writeHeld.await();
            ofLatch.writeHeld.await();
            duel.faultBegins();
            abandonSession(tricky);
            abandonSession(latchClient);
            duel.isFollowed(FAILOVER).write("/cursor", new byte[] {2});
            await().atMost(IN_TIME).until(() -> latches.b().hasLeadership());
            tricks.writesPass.countDown();
            ofLatch.writesPass.countDown();
            assertThat(stale.get()).isFalse();
            assertThat(operator.getData().forPath("/cursor")).containsExactly(2);
            finding.baton("refused, next after %s", duel.took());
            finding.rival(staleOfLatch.get() ? "**the stale write went through**" : "ok, refused");
        }
    }

    @Fault(id = "A16", value = "cut twice in quick succession, again and again")
    void a16_cutTwiceInQuickSuccession(Finding finding) throws Exception {
        Duration session = SESSION.multipliedBy(2);
        CuratorFramework calm = ensemble.client(session);
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework cut = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder().sessionTimeoutMs((int) session.toMillis()));
            try (Duel duel = new Duel(cut, calm);
                    Latches latches = Latches.start(cut, calm)) {
                int before = cversion(Latches.PATH);
                duel.faultBegins();
                latches.faultBegins();
                for (int i = 0; i < 4; i++) {
                    proxy.cut();
                    await().atMost(session).until(() -> handle(cut).getState().isConnected());
                    proxy.cut();
                    await().atMost(session).until(() -> handle(cut).getState().isConnected());
                    duel.awaitRenewed(session);
                }
                duel.one.write("/cursor", new byte[] {1});
                assertThat(ids(duel.b)).containsExactly("a", "b");
                assertThat(duel.a.leadership()).contains(duel.one);
                duel.neverTwo();
                finding.baton("8 cuts move nobody, one znode each");
                finding.rival(
                        "%s, %d changes of the queue",
                        latches.verdict(Duration.ofSeconds(1)), cversion(Latches.PATH) - before);
            }
        }
    }

    private int cversion(String path) throws Exception {
        return operator.checkExists().forPath(path).getCversion();
    }

    private static ZooKeeper handle(CuratorFramework client) throws Exception {
        return client.getZookeeperClient().getZooKeeper();
    }
}
