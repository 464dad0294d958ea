package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.zookeeper.Op;

/** Groups E and G: ZooKeeper says nothing, for long or for ever. */
class SilenceIT extends Scene {

    @Fault(id = "E9", value = "every server is down: nobody says that the session expired")
    void e9_everyServerIsDown(Finding finding) throws Exception {
        CuratorFramework tolerant = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs((int) SESSION.toMillis())
                .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy()));
        try (Duel duel = new Duel(tolerant, b);
                Latches latches = Latches.start(tolerant, b)) {
            duel.faultBegins();
            long began = System.nanoTime();
            ensemble.server().stop();
            await().pollInterval(Duration.ofMillis(5)).atMost(SESSION).until(() -> !duel.one.isHeld());
            Duration ended = Duration.ofNanos(System.nanoTime() - began);
            String latch = "**leads on** after 3 sessions";
            try {
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(SESSION.multipliedBy(3).minus(ended))
                        .until(() -> !latches.a().hasLeadership());
                latch = "false after " + Finding.seconds(Duration.ofNanos(System.nanoTime() - began));
            } catch (org.awaitility.core.ConditionTimeoutException leadsOn) {
                assertThat(latches.a().hasLeadership()).isTrue();
            }
            assertThat(duel.leader()).as("nobody, while nobody can know").isEmpty();
            duel.faultBegins();
            ensemble.server().restart();
            duel.isFollowed(FAILOVER);
            finding.baton("lease ended after %s; leader %s after the return", Finding.seconds(ended), duel.took());
            finding.rival("%s of a session of 2 s", latch);
        }
    }

    @Fault(id = "E10", value = "an answer never comes")
    void e10_answerNeverComes(Finding finding) throws Exception {
        Tricks ofLatch = new Tricks().create(Tricks.Fate.SWALLOWED);
        try (CuratorFramework latchClient = ofLatch.client(connect());
                Latches latches = Latches.idle(latchClient, b)) {
            latches.faultBegins();
            latches.a().start();
            Tricks renewal = new Tricks();
            try (CuratorFramework tricky = renewal.client(connect());
                    Duel duel = new Duel(tricky, b)) {
                // The answer to a renewal: what proves the lease never comes again.
                renewal.transaction(ops -> ops.stream().allMatch(Tricks::isCheck), Tricks.Fate.SWALLOWED);
                duel.faultBegins();
                await().atMost(SESSION.multipliedBy(2)).until(() -> !duel.one.isHeld());
                Leadership next = duel.isFollowed(FAILOVER.multipliedBy(2));
                finding.baton(
                        "lease ended, next (%s) after %s",
                        duel.b.leadership().isPresent() ? "the other" : "the same", duel.took());
                assertThat(next.isHeld()).isTrue();
            }
            latches.b().start();
            finding.rival(latches.verdict(FAILOVER));
        }
    }

    static boolean claims(List<Op> operations) {
        return Tricks.writes(operations, Duel.PATH + "/baton");
    }

    @Fault(id = "G1", value = "a wait with a limit ignores it when ZooKeeper is silent")
    void g1_waitWithALimitKeepsIt(Finding finding) throws Exception {
        Duration limit = Duration.ofMillis(300);
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework silent = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
            try (Duel duel = new Duel(a, silent);
                    Latches latches = Latches.start(a, silent)) {
                InterProcessMutex mutex = new InterProcessMutex(silent, "/mutex");
                proxy.swallow();
                CompletableFuture<Duration> ofMutex =
                        CompletableFuture.supplyAsync(() -> timed(() -> mutex.acquire(300, TimeUnit.MILLISECONDS)));
                Duration black =
                        timed(() -> assertThat(duel.b.awaitLeadership(limit)).isEmpty());
                assertThat(black).isBetween(limit, limit.plusMillis(50));
                Duration ofLatch = timed(() -> latches.b().await(300, TimeUnit.MILLISECONDS));
                await("and when the session is over")
                        .atMost(SESSION.multipliedBy(2))
                        .until(() -> duel.b.state().znode().isEmpty()
                                || !silent.getZookeeperClient().isConnected());
                Duration over =
                        timed(() -> assertThat(duel.b.awaitLeadership(limit)).isEmpty());
                assertThat(over).isBetween(limit, limit.plusMillis(50));
                assertThat(duel.one.isHeld()).isTrue();
                finding.baton("300 ms asked, %d and %d ms waited", black.toMillis(), over.toMillis());
                Duration mutexTook = ofMutex.completeOnTimeout(Duration.ofSeconds(8), 8, TimeUnit.SECONDS)
                        .get();
                finding.rival(
                        "ok, %d ms; InterProcessMutex: %s for 300 ms",
                        ofLatch.toMillis(),
                        mutexTook.compareTo(Duration.ofMillis(600)) > 0
                                ? "**" + Finding.seconds(mutexTook) + "**"
                                : Finding.seconds(mutexTook));
                proxy.pass();
            }
        }
    }

    private interface Call {
        void run() throws Exception;
    }

    private static Duration timed(Call call) {
        long began = System.nanoTime();
        try {
            call.run();
        } catch (Exception ended) {
            // The mutex may give up with an exception; how long that took is what is asked.
            return Duration.ofNanos(System.nanoTime() - began);
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Fault(id = "I3", value = "the answer to the deciding transaction is lost")
    void i3_answerToTheClaimIsLost(Finding finding) throws Exception {
        Tricks tricks = new Tricks().transaction(SilenceIT::claims, Tricks.Fate.LOST);
        try (CuratorFramework tricky = tricks.client(connect())) {
            long began = System.nanoTime();
            try (LeaderElection only = Duel.candidate(tricky, Duel.PATH, "a").start()) {
                Leadership one = only.awaitLeadership(PROMPT).orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                assertThat(tricks.transactions.stream().filter(SilenceIT::claims))
                        .as("settled by reading, not by claiming again")
                        .hasSize(1);
                assertThat(operator.checkExists().forPath(Duel.PATH + "/baton").getMzxid())
                        .isEqualTo(one.token().zxid());
                assertThat(only.state().terms()).isEqualTo(1);
                finding.baton("one claim, one term, one token; leads after %s", Finding.seconds(took));
                finding.rival("has no transaction (not run)");
            }
        }
    }
}
