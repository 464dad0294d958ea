package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** R6 over thousands of random lives of a session, next to a rule that is written down once more, the dumb way. */
class LeasePropertyTest {

    private static final int RUNS = 4000;
    private static final long MILLI = 1_000_000L;

    /** Sent and answered, counted from the start of the run; and the interval of that time. */
    private record Success(long sent, long answered, long interval) {}

    /** One life: times are counted from 0 here, and from anywhere on the lease's clock. */
    private static final class Life {
        final Random random;
        final long zero;
        final Lease lease;
        final List<Success> sinceLapse = new ArrayList<>();
        long timeout;
        long now;
        long lastSent;
        int held;
        int lapses;

        Life(long seed) {
            random = new Random(seed);
            timeout = 1000 * MILLI + (random.nextLong() >>> 1) % (40_000 * MILLI);
            zero = zeroOf(random);
            lease = new Lease(timeout);
        }

        private static long zeroOf(Random random) {
            return switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextLong();
                case 2 -> Long.MAX_VALUE - random.nextInt() * MILLI; // wraps around in the middle of the run
                default -> Long.MIN_VALUE + random.nextInt(1000);
            };
        }

        /** The end of the lease, counted from the start of the run. */
        OptionalLong end() {
            OptionalLong end = lease.end();
            return end.isPresent() ? OptionalLong.of(end.getAsLong() - zero) : end;
        }

        /** What the rule says, from all successes since the last lapse: newest base, or none. */
        OptionalLong twin() {
            return sinceLapse.stream()
                    .flatMapToLong(last -> sinceLapse.stream()
                            .filter(first -> first.answered() <= last.sent() - last.interval())
                            .mapToLong(Success::sent))
                    .max();
        }

        long length() {
            return timeout / 10 * 9;
        }

        void step() {
            switch (random.nextInt(12)) {
                case 0 -> renegotiate();
                case 1 -> now += (long) (random.nextDouble() * 1.5 * timeout); // nothing succeeds for long
                default -> request();
            }
        }

        private void renegotiate() {
            long given = (long) (timeout * (0.7 + random.nextDouble()));
            lease.negotiated(given);
            timeout = Math.min(timeout, given);
        }

        private void request() {
            long pause = (long) (random.nextDouble() * timeout * (random.nextInt(8) == 0 ? 1 : 0.25));
            long travel = (long) (random.nextDouble() * timeout * (random.nextInt(8) == 0 ? 0.8 : 0.02));
            boolean overlaps = random.nextInt(6)
                    == 0; // sent before the last one was answered, as a claim may be; answers keep the order
            lastSent = overlaps ? Math.max(lastSent, now - travel) : now + pause;
            now = Math.max(now, lastSent) + travel;
            if (random.nextInt(5) > 0) {
                succeeds(lastSent, now);
            }
        }

        private void succeeds(long sent, long answered) {
            OptionalLong before = end();
            boolean late = before.isPresent() && answered >= before.getAsLong();
            lease.succeeded(zero + sent, zero + answered);
            if (late) {
                sinceLapse.clear();
                lapses++;
                assertThat(lease.end())
                        .as("a success that comes too late proves nothing")
                        .isEmpty();
            }
            sinceLapse.add(new Success(sent, answered, timeout / 5));
            check(answered, before.isPresent() && !late);
        }

        private void check(long answered, boolean stood) {
            OptionalLong base = twin();
            boolean expected = base.isPresent() && base.getAsLong() + length() > answered + (stood ? 0 : timeout / 5);
            assertThat(lease.end().isPresent()).isEqualTo(expected);
            if (expected) {
                held++;
                assertThat(end()).isEqualTo(OptionalLong.of(base.getAsLong() + length()));
                assertThat(end().getAsLong()).as("never set in the past").isGreaterThan(answered);
                assertThat(lease.hasLapsed(zero + answered)).isFalse();
            }
        }
    }

    @Test
    void theEndIsAlwaysTheOneThatTheDumberTwinFinds_R6() {
        int held = 0;
        int lapses = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            Life life = new Life(seed);
            try {
                for (int i = 0; i < 60; i++) {
                    life.step();
                }
            } catch (AssertionError broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
            held += life.held;
            lapses += life.lapses;
        }
        // The lives must be worth living, or nothing was shown.
        assertThat(held).isGreaterThan(20 * RUNS);
        assertThat(lapses).isGreaterThan(RUNS);
    }

    @Test
    void afterALapseNoSingleSuccessHoldsALeaseAgain_R6() {
        for (long seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            long timeout = 1000 * MILLI + random.nextInt(30_000) * MILLI;
            Lease lease = new Lease(timeout);
            long gap = timeout / 5;
            long zero = random.nextLong();
            lease.succeeded(zero, zero + gap / 4);
            lease.succeeded(zero + 2 * gap, zero + 2 * gap + 1);
            assertThat(lease.end()).as("seed " + seed).isPresent();

            long late = zero + timeout / 10 * 9 + (long) (random.nextDouble() * timeout);
            lease.succeeded(late - random.nextInt((int) MILLI), late);
            assertThat(lease.end()).as("seed " + seed).isEmpty();

            long tooSoon = late + (long) (random.nextDouble() * gap) - 1;
            lease.succeeded(tooSoon, tooSoon + 1);
            assertThat(lease.end()).as("seed " + seed).isEmpty();

            long apart = late + gap;
            lease.succeeded(apart, apart + gap / 2);
            assertThat(lease.end()).as("seed " + seed).isPresent();
        }
    }
}
