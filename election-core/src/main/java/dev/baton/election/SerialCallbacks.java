package dev.baton.election;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one election's callbacks one after another, in order, on an executor's threads. Thread-safe. */
final class SerialCallbacks {

    private static final Logger LOG = LoggerFactory.getLogger(SerialCallbacks.class);

    /** Threads exist only while callbacks run, so elections cost none; one slow listener holds up no other election. */
    private static final Executor DEFAULT =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "baton-callback");
                thread.setDaemon(true);
                return thread;
            });

    private final Executor executor;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable Thread running;

    SerialCallbacks(@Nullable Executor executor) {
        this.executor = executor == null ? DEFAULT : executor;
    }

    /** Runs the task after those before it; returns at once. */
    void run(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) {
            start();
        }
    }

    private void start() {
        try {
            executor.execute(this::drain);
        } catch (RejectedExecutionException refused) {
            LOG.warn(
                    "The executor given to the election refuses work, so its callbacks run on a thread of Baton's own");
            DEFAULT.execute(this::drain);
        }
    }

    /** The threads that callbacks run on; what is given to it directly is in no order with them. */
    Executor executor() {
        return executor;
    }

    /** Whether this thread is running a callback of this election, which therefore must not wait for another. */
    boolean isCurrentThread() {
        return Thread.currentThread().equals(running);
    }

    private void drain() {
        do {
            Runnable task = tasks.remove();
            running = Thread.currentThread();
            try {
                task.run();
            } catch (RuntimeException | Error bug) {
                LOG.error(
                        "A callback was not caught where it is called; this is a bug in Baton, please report it", bug);
            } finally {
                running = null;
            }
            if (waiting.decrementAndGet() == 0) {
                return;
            }
        } while (!Thread.currentThread().isInterrupted());
        start(); // an interrupt that one callback left behind is the executor's to clear, and not for the next callback
    }
}
