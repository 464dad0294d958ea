package dev.baton.election.internal.loop;

import java.time.Duration;
import java.time.Instant;

/** Time, and the one thread that everything of one client happens on; a test is both at once. */
public interface Timeline {

    /** Nanoseconds of a monotonic clock whose zero may be anywhere. */
    long nanoTime();

    /** The wall clock, for people only. */
    Instant wallTime();

    /** Runs the task on the loop's thread, after those before it. May be called from any thread; never blocks. */
    void execute(Runnable task);

    /** Runs the task on the loop's thread when the time has passed. */
    Timer schedule(Duration delay, Runnable task);

    /** A task that waits for its time. */
    interface Timer {
        /** Takes the task back, if it has not run. */
        void cancel();
    }
}
