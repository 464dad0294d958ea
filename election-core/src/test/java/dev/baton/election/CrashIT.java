package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader's process is killed, or stopped and woken: R3, R6, R13. */
class CrashIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration FAILOVER =
            Ensemble.SESSION.plus(Ensemble.TICK.multipliedBy(2)).plus(Duration.ofSeconds(2));

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void killedLeaderIsFollowedWithinTheSessionAndTwoTicksAndTwoSeconds_R3() throws Exception {
        try (CandidateProcess victim = CandidateProcess.start(ensemble.server().getConnectString(), PATH, "victim")) {
            await().atMost(SOON).until(() -> victim.said("leads"));
            FencingToken old = tokenOf(victim, "leads ");
            try (LeaderElection next = ensemble.candidate(client, PATH, "next").start()) {
                await().until(() -> next.state().phase().equals("queued"));
                long killed = System.nanoTime();
                victim.signal("KILL");
                Leadership term = next.awaitLeadership(SOON).orElseThrow();
                assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(FAILOVER);
                assertThat(term.token()).isGreaterThan(old);
            }
        }
    }

    @Test
    void stoppedLeaderKnowsAtItsFirstCheckAfterWakingAndItsWriteIsRefused_R6_A5() throws Exception {
        try (CandidateProcess victim = CandidateProcess.start(ensemble.server().getConnectString(), PATH, "victim")) {
            await().atMost(SOON).until(() -> victim.said("leads"));
            FencingToken old = tokenOf(victim, "leads ");
            try (LeaderElection next = ensemble.candidate(client, PATH, "next").start()) {
                await().until(() -> next.state().phase().equals("queued"));
                victim.signal("STOP");
                Leadership term = next.awaitLeadership(SOON).orElseThrow();
                assertThat(term.token()).isGreaterThan(old);
                term.write(PATH + "-cursor", new byte[] {1});
                victim.signal("CONT");
                await().atMost(SOON).until(() -> victim.said("refused") || victim.said("wrote"));
                assertThat(victim.lines()).contains("woke up, held=false", "refused " + old);
                assertThat(victim.lines()).doesNotContain("woke up, held=true", "wrote");
                assertThat(client.getData().forPath(PATH + "-cursor")).isEqualTo(new byte[] {1});
                await("it stands again")
                        .atMost(SOON)
                        .until(() -> next.candidates().stream()
                                .map(Candidate::id)
                                .toList()
                                .contains("victim"));
            }
        }
    }

    private static FencingToken tokenOf(CandidateProcess process, String start) {
        return process.lines().stream()
                .filter(line -> line.startsWith(start))
                .map(line -> FencingToken.parse(line.substring(start.length())))
                .findFirst()
                .orElseThrow();
    }
}
