package dev.baton.election;

import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Notice;
import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.loop.TermSink;
import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
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
    private final Office<Leadership> office = new Office<>(Leadership::isHeld, this::over);
    private final AtomicLong count = new AtomicLong();
    private volatile @Nullable String hopeless;

    Terms(Standing standing, ElectionListener listener, SerialCallbacks callbacks) {
        this.standing = standing;
        this.listener = listener;
        this.callbacks = callbacks;
    }

    @Override
    public void begun(ElectionDriver driver, Term term) {
        Leadership begun = new Leadership(standing, term, driver);
        count.incrementAndGet();
        office.begin(begun);
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
        Optional<Leadership> last = office.end();
        Leadership over = last.filter(begun -> begun.term() == term)
                .orElseThrow(() -> new IllegalStateException("the end of a term that did not begin: " + last));
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
            office.abandon();
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
        office.finish();
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
        return office.held();
    }

    /** Waits for a term that is held. */
    Optional<Leadership> await(Duration limit) throws InterruptedException {
        return office.await(limit);
    }

    /** Waits for the election to have left nothing behind; says whether it has. */
    boolean awaitFinish(Duration limit) throws InterruptedException {
        return office.awaitFinish(limit);
    }
}
