package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.CandidateProcess;
import dev.baton.election.DisconnectPolicy;
import dev.baton.election.ElectionListener;
import dev.baton.election.FencingToken;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Proxy;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;

/** Group A, first part: what made two lead at once, because the old one did not know. */
class TwoLeadersIT extends Scene {

    @Fault(id = "A1", value = "the leader's own znode is deleted")
    void a1_leadersOwnZnodeIsDeleted(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                Latches latches = Latches.start(a, b)) {
            latches.faultBegins();
            operator.delete().forPath(latches.a().getOurPath());
            duel.faultBegins();
            operator.delete().forPath(duel.znodeOfA());
            duel.isFollowedButFor(HEARING, PROMPT);
            await("a stands again, behind b").until(() -> ids(duel.b).equals(List.of("b", "a")));
            finding.baton("knows by event, next after %s", duel.took());
            finding.rival(latches.verdict(SESSION));
        }
    }

    @Fault(id = "A2", value = "the parent is wiped under a live leader")
    void a2_parentIsWipedUnderALiveLeader(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                Latches latches = Latches.start(a, b)) {
            latches.faultBegins();
            operator.delete().deletingChildrenIfNeeded().forPath(Latches.PATH);
            duel.faultBegins();
            operator.delete().deletingChildrenIfNeeded().forPath("/billing");
            Leadership next = duel.isFollowedButFor(HEARING, PROMPT);
            assertThat(next.token().sequence())
                    .as("the sequence has begun anew")
                    .isLessThanOrEqualTo(2);
            finding.baton("knows by event, next after %s, token grew over a new sequence", duel.took());
            finding.rival(latches.verdict(SESSION));
        }
    }

    @Fault(id = "A4", value = "partition without a closed socket, tolerant policy")
    void a4_partitionedLeaderUnderATolerantPolicy(Finding finding) throws Exception {
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework cut = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder()
                            .sessionTimeoutMs((int) SESSION.toMillis())
                            .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy()));
            try (Duel tolerant = new Duel(cut, b);
                    Duel strict = new Duel(
                            "/strict",
                            cut,
                            b,
                            builder -> builder.disconnectPolicy(DisconnectPolicy.STEP_DOWN_WHEN_DISCONNECTED));
                    Latches latches = Latches.start(cut, b)) {
                List.of(tolerant, strict).forEach(Duel::faultBegins);
                latches.faultBegins();
                proxy.swallow();
                tolerant.isFollowed(FAILOVER);
                strict.isFollowed(FAILOVER);
                finding.rival(latches.verdict(SESSION.multipliedBy(2)));
                proxy.pass();
                tolerant.neverTwo();
                strict.neverTwo();
                finding.baton("lease ended first, next after %s", tolerant.took());
            }
        }
    }

    @Fault(id = "A5", value = "a stopped process wakes after another took over")
    void a5_stoppedProcessWakes(Finding finding) throws Exception {
        try (CandidateProcess victim = CandidateProcess.start(connect(), Duel.PATH, "victim");
                CandidateProcess latch = CandidateProcess.start(LatchProcess.class, connect(), Latches.PATH, "l")) {
            await().atMost(Duration.ofSeconds(20)).until(() -> victim.said("leads") && latch.said("leads"));
            FencingToken old = FencingToken.parse(victim.lines().get(0).substring("leads ".length()));
            try (LeaderElection next = Duel.candidate(b, Duel.PATH, "b").start();
                    Latches other = Latches.idle(b)) {
                other.a().start();
                awaitQueued(next);
                long stopped = System.nanoTime();
                victim.signal("STOP");
                latch.signal("STOP");
                Leadership term = next.awaitLeadership(IN_TIME).orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - stopped);
                await().atMost(IN_TIME).until(() -> other.a().hasLeadership());
                victim.signal("CONT");
                latch.signal("CONT");
                await().atMost(Duration.ofSeconds(10)).until(() -> victim.said("refused") && latch.said("knows after"));
                assertThat(term.token()).isGreaterThan(old);
                assertThat(victim.lines()).contains("woke up, held=false", "refused " + old);
                assertThat(victim.lines()).doesNotContain("woke up, held=true", "wrote");
                finding.baton("false at the first look, stale write refused, next after %s", Finding.seconds(took));
                String woke = latch.said("woke up")
                        ? "**two leaders** for %s ms after waking"
                        : "ok, false when it looked first (%s ms)";
                finding.rival(woke, latch.lines().get(latch.lines().size() - 1).replaceAll("\\D", ""));
            }
        }
    }

    @Fault(id = "A6", value = "the client is closed before the election")
    void a6_clientIsClosedFirst(Finding finding) throws Exception {
        CuratorFramework shortLived = ensemble.client();
        try (Duel duel = new Duel(shortLived, b);
                Latches latches = Latches.start(shortLived, b)) {
            duel.faultBegins();
            latches.faultBegins();
            shortLived.close();
            duel.isFollowed(FAILOVER);
            await().until(() -> duel.told.told().size() == 2);
            duel.a.close();
            assertThat(duel.told.told()).hasSize(2);
            duel.neverTwo();
            finding.baton("ended before the next began, next after %s", duel.took());
            finding.rival("%s; %s", latches.verdict(SESSION), Latches.closed(latches.a(), SESSION));
        }
    }

    @Fault(id = "A7", value = "a callback blocks while the session is lost")
    void a7_callbackBlocksWhileTheSessionIsLost(Finding finding) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CuratorFramework ofLatch = ensemble.client();
        LeaderElection blocked = Duel.candidate(a, Duel.PATH, "a")
                .closeTimeout(Duration.ofSeconds(1))
                .listener(new ElectionListener() {
                    @Override
                    public void elected(Leadership term) {
                        awaitQuietly(release);
                    }
                })
                .start();
        Leadership one = blocked.awaitLeadership(Duel.SOON).orElseThrow();
        try (Latches latches = Latches.idle(ofLatch, b);
                LeaderElection next = Duel.candidate(b, Duel.PATH, "b").start()) {
            latches.a().addListener(new LeaderLatchListener() {
                @Override
                public void isLeader() {
                    awaitQuietly(release);
                }

                @Override
                public void notLeader() {}
            });
            latches.a().start();
            await().until(() -> latches.a().hasLeadership());
            awaitQueued(next);
            long began = System.nanoTime();
            latches.faultBegins();
            ensemble.server().stop();
            await("no event is needed").atMost(SESSION).until(() -> !one.isHeld());
            Duration ended = Duration.ofNanos(System.nanoTime() - began);
            await().until(() -> latches.beholder().sinceMark().compareTo(SESSION.plusSeconds(1)) > 0);
            String latch = latches.a().hasLeadership() ? "**leads on** 3 s after the cut, " : "ok, false, ";
            ensemble.server().restart();
            assertThat(next.awaitLeadership(IN_TIME).orElseThrow().token()).isGreaterThan(one.token());
            long closing = System.nanoTime();
            blocked.close();
            assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofMillis(1500));
            assertThat(one.isHeld()).isFalse();
            finding.baton("lease ended after %s, close() bounded", Finding.seconds(ended));
            finding.rival(latch + Latches.closed(latches.a(), Duration.ofSeconds(1)));
        } finally {
            release.countDown();
            blocked.close();
        }
    }

    @Fault(id = "A15", value = "a new session while the old session's znode still stands")
    void a15_newSessionWhileTheOldZnodeStands(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                Latches latches = Latches.start(a, b)) {
            String old = duel.znodeOfA();
            duel.faultBegins();
            latches.faultBegins();
            abandonSession(a);
            duel.isFollowed(FAILOVER);
            await().atMost(IN_TIME).until(() -> ids(duel.b).equals(List.of("b", "a")));
            assertThat(operator.checkExists().forPath(old)).as("swept").isNull();
            assertThat(ownerOf(duel.znodeOfA())).isEqualTo(sessionOf(a));
            assertThat(duel.one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.SESSION_LOST);
            finding.baton("old znode swept, next after %s", duel.took());
            finding.rival(latches.verdict(FAILOVER));
        }
    }
}
