package dev.baton.election;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which term of one candidate there is at this moment, and waiting for one.
 *
 * <p>Thread-safe: the loop's thread begins and ends terms, any thread asks and waits.
 *
 * @param <T> a term
 */
final class Office<T> {

    private final Predicate<T> isHeld;
    private final Supplier<ElectionException> closed;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean abandoned;
    private volatile @Nullable T current;
    private volatile CompletableFuture<T> upcoming = new CompletableFuture<>();

    /**
     * Makes an office that nobody is in.
     *
     * @param isHeld whether a term that has begun still lasts
     * @param closed what to tell those who wait when there will be no more terms
     */
    Office(Predicate<T> isHeld, Supplier<ElectionException> closed) {
        this.isHeld = isHeld;
        this.closed = closed;
    }

    /** A term begins: wakes everyone who waits. */
    void begin(T begun) {
        current = begun;
        CompletableFuture<T> awaited = upcoming;
        upcoming = new CompletableFuture<>();
        awaited.complete(begun);
    }

    /** The term ends; says which it was. */
    Optional<T> end() {
        Optional<T> over = Optional.ofNullable(current);
        current = null;
        return over;
    }

    /** There will be no more terms: tells everyone who waits, and who comes to wait. */
    void abandon() {
        abandoned = true;
        upcoming.completeExceptionally(closed.get());
    }

    /** Besides, nothing is left behind. */
    void finish() {
        finished.countDown();
        abandon();
    }

    /** The term of this moment, if it is held. */
    Optional<T> held() {
        return Optional.ofNullable(current).filter(isHeld);
    }

    /**
     * Waits for a term that is held.
     *
     * @return empty if there was none within the limit
     * @throws ElectionException if there will be none
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Optional<T> await(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        long nanos = nanosOf(limit);
        while (true) {
            CompletableFuture<T> next = upcoming; // read before the current term, so that none is missed
            Optional<T> held = held();
            if (held.isPresent()) {
                return held;
            }
            if (abandoned) {
                throw closed.get();
            }
            try {
                next.get(Math.max(0, nanos - (System.nanoTime() - start)), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return held();
            } catch (ExecutionException ended) {
                throw closed.get();
            }
        }
    }

    /** Waits for {@link #finish}; says whether it came within the limit. */
    boolean awaitFinish(Duration limit) throws InterruptedException {
        return finished.await(nanosOf(limit), TimeUnit.NANOSECONDS);
    }

    private static long nanosOf(Duration limit) {
        try {
            return Math.max(0, limit.toNanos());
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE;
        }
    }
}
