package dev.baton.election.internal.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time, on a daemon thread of its own. */
public final class ThreadTimeline implements Timeline {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimeline.class);

    private final ScheduledThreadPoolExecutor executor;

    /** Starts no thread before the first task. */
    public ThreadTimeline(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public void execute(Runnable task) {
        schedule(Duration.ZERO, task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        try {
            Future<?> future = executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException stopped) {
            // The last election has left; what comes late from ZooKeeper concerns nobody any more.
            return () -> {};
        }
    }

    /** An executor keeps what a task throws in a future that nobody reads; a bug of ours must be seen. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error bug) {
                LOG.error("A task of the election loop failed; this is a bug in Baton, please report it", bug);
            }
        };
    }

    /** Ends the thread; tasks that wait are dropped. */
    public void stop() {
        executor.shutdown();
    }
}
