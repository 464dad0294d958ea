package dev.baton.election;

import dev.baton.election.internal.loop.HealthWatch;
import java.time.Duration;

/**
 * Says whether a candidate is fit to lead.
 *
 * <p>It is asked on a thread of the election's executor, one call at a time. What throws or takes longer than the
 * timeout counts as failed; one that hangs is not asked again until it returns, and fails for as long as it hangs.
 */
@FunctionalInterface
public interface HealthCheck {

    /**
     * Whether the candidate is fit to lead now.
     *
     * @return true if it is
     * @throws Exception if it is not, or cannot tell
     */
    boolean isHealthy() throws Exception;

    /**
     * When a health check is asked, and what its answers mean.
     *
     * @param interval from the end of one check to the start of the next
     * @param timeout how long a check may take
     * @param grace for how long checks may go on failing before the candidate leaves the queue or hands the baton over
     * @param passes how many checks in a row must pass before it stands, at first and again
     */
    record Rhythm(Duration interval, Duration timeout, Duration grace, int passes) {

        /** Every 5 s, at most 5 s long, without grace, one pass to stand. */
        public static final Rhythm DEFAULT = new Rhythm(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ZERO, 1);

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if a duration is negative, interval or timeout zero, or passes less than 1
         */
        public Rhythm {
            boolean negative = interval.isNegative() || timeout.isNegative() || grace.isNegative();
            if (negative || interval.isZero() || timeout.isZero() || passes < 1) {
                throw new IllegalArgumentException("The health check's rhythm cannot be kept: interval " + interval
                        + ", timeout " + timeout + ", grace " + grace + ", passes " + passes
                        + ". Give a positive interval and timeout, a grace that is not negative, and 1 or more passes");
            }
        }

        HealthWatch.Rhythm internal() {
            return new HealthWatch.Rhythm(interval, timeout, grace, passes);
        }
    }
}
