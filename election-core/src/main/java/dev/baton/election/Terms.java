package dev.baton.election;

import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Notice;
import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.loop.TermSink;
import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the terms of one candidate, then tells those who wait and the listener: the truth is out before anyone is
 * called. Thread-safe.
 */
final class Terms implements TermSink {

    private static final Logger LOG = LoggerFactory.getLogger(Terms.class);

    private final Standing standing;
    private final ElectionListener listener;
    private final SerialCallbacks callbacks;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final AtomicLong count = new AtomicLong();
    private volatile @Nullable Leadership current;
    private volatile @Nullable String hopeless;
    private volatile CompletableFuture<Leadership> upcoming = new CompletableFuture<>();

    Terms(Standing standing, ElectionListener listener, SerialCallbacks callbacks) {
        this.standing = standing;
        this.listener = listener;
        this.callbacks = callbacks;
    }

    @Override
    public void begun(ElectionDriver driver, Term term) {
        Leadership begun = new Leadership(standing, term, driver);
        count.incrementAndGet();
        current = begun;
        CompletableFuture<Leadership> awaited = upcoming;
        upcoming = new CompletableFuture<>();
        awaited.complete(begun);
        happened(new ElectionEvent.Elected(begun.token()));
        callbacks.run(() -> elected(driver, begun));
    }

    private void elected(ElectionDriver driver, Leadership begun) {
        try {
            listener.elected(begun);
        } catch (RuntimeException | Error thrown) {
            driver.callbackFailed(begun.term(), callbackFailure("elected", begun, thrown));
        }
    }

    private Failure callbackFailure(String callback, Leadership of, Throwable thrown) {
        String message = "The listener " + listener.getClass().getName() + " threw from " + callback + " of " + of
                + ": " + thrown + ". Catch what it can deal with itself";
        return new Failure(Failure.Kind.CALLBACK, message, Optional.of(thrown));
    }

    @Override
    public void ended(Term term, Ending ending, Runnable told) {
        Leadership over = current;
        current = null;
        if (over == null || over.term() != term) {
            throw new IllegalStateException("the end of a term that did not begin: " + over);
        }
        RevocationReason reason = RevocationReason.valueOf(ending.name());
        happened(new ElectionEvent.Revoked(over.token(), reason));
        callbacks.run(() -> revoked(over, reason, told));
    }

    private void revoked(Leadership over, RevocationReason reason, Runnable told) {
        try {
            over.complete(reason);
            listener.revoked(over, reason);
        } catch (RuntimeException | Error thrown) {
            LOG.warn(callbackFailure("revoked", over, thrown).message(), thrown);
        } finally {
            told.run();
        }
    }

    @Override
    public void failed(Failure failure) {
        String message = name() + failure.message();
        if (failure.kind() == Failure.Kind.CLIENT_CLOSED) {
            hopeless = message; // a client is never started again
            upcoming.completeExceptionally(over());
        }
        ElectionException cause = new ElectionException(message, failure.cause().orElse(null));
        happened(new ElectionEvent.Failed(cause));
        tell("failed", () -> listener.failed(cause));
    }

    @Override
    public void noticed(Notice notice) {
        happened(eventOf(notice));
    }

    private static ElectionEvent eventOf(Notice notice) {
        if (notice instanceof Notice.Joined joined) {
            return new ElectionEvent.Joined(joined.znode());
        }
        if (notice instanceof Notice.Queued queued) {
            return new ElectionEvent.Queued(queued.position(), queued.behind());
        }
        if (notice instanceof Notice.RenewedLate late) {
            return new ElectionEvent.RenewedLate(late.left());
        }
        return new ElectionEvent.Recovered();
    }

    private void happened(ElectionEvent event) {
        tell("event", () -> listener.event(event));
    }

    private void tell(String callback, Runnable call) {
        callbacks.run(() -> {
            try {
                call.run();
            } catch (RuntimeException | Error thrown) {
                LOG.warn("The listener {} threw from {}", listener.getClass().getName(), callback, thrown);
            }
        });
    }

    @Override
    public void finished() {
        finished.countDown();
        upcoming.completeExceptionally(over());
    }

    private ElectionException over() {
        String why = hopeless;
        return new ElectionException(
                why == null ? name() + "It was closed, so nobody will be elected. Build a new one to stand again" : why,
                null);
    }

    private String name() {
        return "Election " + standing.paths().election() + ", candidate " + standing.id() + ": ";
    }

    /** How many terms have begun. */
    long count() {
        return count.get();
    }

    /** The term of this moment, if it is held. */
    Optional<Leadership> held() {
        return Optional.ofNullable(current).filter(Leadership::isHeld);
    }

    /** Waits for a term that is held. */
    Optional<Leadership> await(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        long nanos = nanosOf(limit);
        while (true) {
            CompletableFuture<Leadership> next = upcoming; // read before the current term, so that none is missed
            Optional<Leadership> held = held();
            if (held.isPresent()) {
                return held;
            }
            if (finished.getCount() == 0 || hopeless != null) {
                throw over();
            }
            try {
                next.get(Math.max(0, nanos - (System.nanoTime() - start)), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return held();
            } catch (ExecutionException ended) {
                throw over();
            }
        }
    }

    private static long nanosOf(Duration limit) {
        try {
            return Math.max(0, limit.toNanos());
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE;
        }
    }

    /** Waits for the election to have left nothing behind; says whether it has. */
    boolean awaitFinish(Duration limit) throws InterruptedException {
        return finished.await(nanosOf(limit), TimeUnit.NANOSECONDS);
    }
}
