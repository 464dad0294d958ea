package dev.baton.integration.nemesis;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
final class Wait {
    private static final long POLL_MILLIS = 20;

    private Wait() {}

    /**
     * Returns when it holds.
     *
     * @throws IllegalStateException if it does not within the limit
     */
    static void until(Duration limit, String what, BooleanSupplier condition) throws InterruptedException {
        if (!within(limit, condition)) {
            throw new IllegalStateException("not within " + limit.toSeconds() + " s: " + what);
        }
    }

    /** Whether it holds within the limit; returns as soon as it does. */
    static boolean within(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }
}
