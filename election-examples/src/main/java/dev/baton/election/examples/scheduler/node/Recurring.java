package dev.baton.election.examples.scheduler.node;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A thread that does one thing again and again, until that says enough or it is stopped. */
final class Recurring {

    private final Thread thread;
    private final Semaphore hurry = new Semaphore(0);
    private volatile boolean stopped;

    /**
     * Makes it.
     *
     * @param name the thread's name
     * @param pause the time between the end of one turn and the next
     * @param turn what to do; returns whether to go on
     */
    Recurring(String name, Duration pause, BooleanSupplier turn) {
        this.thread = new Thread(() -> run(pause, turn), name);
        thread.setDaemon(true);
    }

    private void run(Duration pause, BooleanSupplier turn) {
        try {
            while (!stopped && turn.getAsBoolean()) {
                if (hurry.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    hurry.drainPermits();
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    void start() {
        thread.start();
    }

    /** Lets the next turn begin at once. */
    void hurry() {
        hurry.release();
    }

    /**
     * Stops. A turn that is under way is not interrupted: it may be a write.
     *
     * @param limit how long to wait for that turn
     * @return whether it is over
     */
    boolean stop(Duration limit) {
        stopped = true;
        hurry();
        return awaitEnd(limit);
    }

    /**
     * Waits until a turn has said enough.
     *
     * @param limit how long to wait
     * @return whether it has
     */
    boolean awaitEnd(Duration limit) {
        try {
            thread.join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
