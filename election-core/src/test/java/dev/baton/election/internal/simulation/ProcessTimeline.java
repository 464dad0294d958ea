package dev.baton.election.internal.simulation;

import dev.baton.election.internal.loop.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The clock and the one thread of a process: the clock runs a little fast or slow, the thread can be stopped, and for
 * ever if the process is killed. A stopped process' clock goes on, as {@code CLOCK_MONOTONIC} does.
 */
final class ProcessTimeline implements Timeline {

    private static final long TURN = 20_000;

    private final World world;
    private final long zero;
    private final long permille;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean turning;
    private boolean stopped;
    private boolean dead;

    /**
     * Starts a clock.
     *
     * @param zero what it shows when the world begins; clocks differ
     * @param permille how fast it runs: 1000 is right
     */
    ProcessTimeline(World world, long zero, long permille) {
        this.world = world;
        this.zero = zero;
        this.permille = permille;
    }

    @Override
    public long nanoTime() {
        return zero + world.now() / 1000 * permille;
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH;
    }

    @Override
    public void execute(Runnable task) {
        if (!dead) {
            tasks.add(task);
            turn();
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Alarm alarm = new Alarm(task);
        world.in(Math.max(0, delay.toNanos()) / permille * 1000 + 1000, () -> execute(alarm));
        return alarm;
    }

    private static final class Alarm implements Timer, Runnable {
        private final Runnable task;
        private boolean cancelled;

        Alarm(Runnable task) {
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void run() {
            if (!cancelled) {
                task.run();
            }
        }
    }

    private void turn() {
        if (!turning && !stopped && !tasks.isEmpty()) {
            turning = true;
            world.in(world.upTo(TURN), () -> {
                turning = false;
                if (!stopped && !tasks.isEmpty()) {
                    tasks.remove().run();
                    turn();
                }
            });
        }
    }

    boolean isStopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
    }

    void resume() {
        stopped = dead;
        turn();
    }

    /** Kills the process. */
    void kill() {
        dead = true;
        stopped = true;
        tasks.clear();
    }
}
