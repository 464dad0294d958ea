package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R11: callbacks come one after another, and what one leaves behind on its thread is not for the next. */
class SerialCallbacksTest {

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final SerialCallbacks callbacks = new SerialCallbacks(executor);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private void run(String name, Runnable task) {
        callbacks.run(() -> {
            told.add(name + (Thread.currentThread().isInterrupted() ? " interrupted" : ""));
            task.run();
        });
    }

    @Test
    void interruptThatOneCallbackLeavesBehindDoesNotReachTheNext_R11() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        run("first", () -> {
            awaitQuietly(queued);
            Thread.currentThread().interrupt();
        });
        run("second", () -> {});
        run("third", done::countDown);
        queued.countDown();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(told).containsExactly("first", "second", "third");
    }

    @Test
    void shutDownOfTheExecutorReachesTheCallbackAndThoseAfterItRunOnAThreadOfBaton_R11() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        run("first", () -> {
            begun.countDown();
            awaitQuietly(new CountDownLatch(1)); // ends by the interrupt only
            told.add("first was interrupted");
        });
        run("second", done::countDown);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        executor.shutdownNow();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(told).containsExactly("first", "first was interrupted", "second");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
