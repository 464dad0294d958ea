package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * R6 against the server at its worst: a follower commits our writes, but tells the leader that we are alive only with
 * its next ping, and dies before that. The leader's clock is as fast as the margin allows.
 */
class FollowerTrapTest {

    private static final int RUNS = 3000;
    private static final long TIMEOUT = 10_000_000;
    private static final long INTERVAL = TIMEOUT / 5;

    /** A rule that says how long a session lasts; the right one and the wrong ones. */
    private interface Rule {
        void succeeded(long sent, long answered);

        OptionalLong end();
    }

    private static Rule right(long timeout) {
        Lease lease = new Lease(timeout);
        return new Rule() {
            @Override
            public void succeeded(long sent, long answered) {
                lease.succeeded(sent, answered);
            }

            @Override
            public OptionalLong end() {
                return lease.end();
            }
        };
    }

    /** Counts from the last success whose answer is so much older than the last sending; 0 tenths is "no gap". */
    private static Rule wrong(long apart, boolean fromTheLastSend) {
        List<long[]> successes = new ArrayList<>();
        return new Rule() {
            @Override
            public void succeeded(long sent, long answered) {
                successes.add(new long[] {sent, answered});
            }

            @Override
            public OptionalLong end() {
                long last = successes.get(successes.size() - 1)[0];
                return successes.stream()
                        .filter(each -> fromTheLastSend || each[1] <= last - apart)
                        .mapToLong(each -> each[0] + TIMEOUT / 10 * 9)
                        .max();
            }
        };
    }

    /** How often, in all runs, the rule held a lease longer than the leader may have kept the session. */
    private static int violations(LongFunction<Rule> rules) {
        int violations = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            violations += violations(rules.apply(TIMEOUT), new Random(seed));
        }
        return violations;
    }

    private static int violations(Rule rule, Random random) {
        int violations = 0;
        long deadline = 9 * (TIMEOUT / 10); // of the session's creation, at 0
        long ping = 0;
        boolean touched = false;
        long now = 0;
        for (int i = 0; i < 30; i++) {
            long sent = now + (long) (random.nextDouble() * (random.nextInt(10) == 0 ? 4 : 1.2) * INTERVAL);
            long arrived = sent + random.nextInt((int) (INTERVAL / 20));
            long answered = arrived + random.nextInt((int) (INTERVAL / 20));
            while (ping <= arrived) { // those that left before carry what was touched before
                if (touched) {
                    deadline = Math.max(deadline, ping + 9 * (TIMEOUT / 10));
                    touched = false;
                }
                if (ping <= arrived && arrived > deadline) {
                    break;
                }
                ping += 1 + (long) (random.nextDouble() * INTERVAL);
            }
            boolean doomed = arrived > deadline; // a write may still be confirmed while the leader is expiring us
            if (doomed && arrived > deadline + INTERVAL / 2) {
                return violations;
            }
            touched |= !doomed;
            rule.succeeded(sent, answered);
            OptionalLong end = rule.end();
            if (end.isPresent() && end.getAsLong() > answered && end.getAsLong() > deadline) {
                violations++; // should the follower die now, the session goes before the lease does
            }
            now = answered;
            if (doomed) {
                return violations;
            }
        }
        return violations;
    }

    @Test
    void theRuleNeverOutlastsTheSession_R6() {
        assertThat(violations(FollowerTrapTest::right)).isZero();
    }

    @Test
    void countingFromTheLastSendDoes_R6() {
        assertThat(violations(timeout -> wrong(0, true))).isGreaterThan(RUNS);
    }

    @Test
    void countingFromASuccessThatIsNotAnIntervalOlderDoes_R6() {
        assertThat(violations(timeout -> wrong(0, false))).isGreaterThan(RUNS / 10);
        assertThat(violations(timeout -> wrong(INTERVAL / 2, false))).isGreaterThan(0);
    }

    @Test
    void theModelOfTheServerIsNoWorseThanItShouldBe_R6() {
        // With the interval the same naive rule is right as long as the chain is unbroken: so the gap is what matters.
        assertThat(violations(timeout -> wrong(INTERVAL, false))).isZero();
    }
}
