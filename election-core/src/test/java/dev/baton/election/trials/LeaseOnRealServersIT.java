package dev.baton.election.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;

/**
 * The lease never outlives the session on real servers, where "last send + session timeout" does: R6, ADR 3.
 *
 * <p>The trials A1 to A5 of the study behind the rule, many sessions at a time. A run in which the wrong rule was never
 * wrong has shown nothing of ours, and fails.
 */
class LeaseOnRealServersIT {

    private static final int ENOUGH = 20;
    private static final int MOST_ROUNDS = 8;

    @Test
    void followerKilledRightAfterItsAcknowledgementNeverCutsALeaseShort_R6() throws Exception {
        Duration tick = Duration.ofSeconds(1);
        List<Trial> trials = new ArrayList<>();
        try (RealEnsemble ensemble = new RealEnsemble(tick, 5);
                FollowerKilled killing = new FollowerKilled(ensemble, tick)) {
            for (int round = 0; round < MOST_ROUNDS && (round < 2 || !areTelling(trials)); round++) {
                trials.addAll(killing.round("follower" + round));
            }
        }
        System.out.println(Trial.summary("follower killed", trials));
        assertThat(trials).flatMap(trial -> trial.slack().boxed().toList()).allMatch(slack -> slack >= 0);
        assertThat(trials)
                .as("one write, reads, and writes too close to each other earn no lease")
                .filteredOn(trial -> trial.leaseEnd().isPresent())
                .allMatch(trial -> Script.valueOf(trial.script()).earnsALease())
                .hasSizeGreaterThanOrEqualTo(ENOUGH);
        assertThat(trials)
                .as("void: the effect that the rule guards against did not show")
                .anyMatch(Trial::isEarlyByTheWrongRule);
    }

    /** Whether enough leases were on trial, and some at a moment that matters. */
    private static boolean areTelling(List<Trial> trials) {
        List<Trial> leased =
                trials.stream().filter(trial -> trial.leaseEnd().isPresent()).toList();
        return leased.size() >= ENOUGH && leased.stream().anyMatch(Trial::isEarlyByTheWrongRule);
    }

    @Test
    void deposedLeaderThatAnswersAgainProlongsNoLease_R6() throws Exception {
        List<Trial> trials = new ArrayList<>();
        List<Code> writes = new ArrayList<>();
        int stale = 0;
        try (RealEnsemble ensemble = new RealEnsemble(Duration.ofMillis(500), 2);
                LeaderDeposed deposing = new LeaderDeposed(ensemble, Duration.ofSeconds(8))) {
            for (int round = 0; round < MOST_ROUNDS && (trials.size() < ENOUGH || stale == 0); round++) {
                LeaderDeposed.Round shown = deposing.round("deposed" + round);
                trials.addAll(shown.trials());
                writes.addAll(shown.answersToWrites());
                stale += shown.staleAnswers();
            }
        }
        System.out.println(Trial.summary("leader deposed", trials) + "; " + stale + " stale answers");
        assertThat(trials)
                .hasSizeGreaterThanOrEqualTo(ENOUGH)
                .allMatch(trial -> trial.leaseEnd().isPresent());
        assertThat(trials).flatMap(trial -> trial.slack().boxed().toList()).allMatch(slack -> slack >= 0);
        assertThat(writes).as("no quorum confirms for a deposed leader").doesNotContain(Code.OK);
        assertThat(stale)
                .as("void: the deposed leader answered nobody, so nothing was tempting")
                .isPositive();
    }
}
