package dev.baton.election;

import dev.baton.election.internal.loop.ElectionDriver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A candidate in an election: it stands from {@link ElectionBuilder#start()} until {@link #close()}.
 *
 * <pre>{@code
 * try (LeaderElection election = LeaderElection.builder(curator, "/billing/leader")
 *         .candidateId("billing-7")
 *         .start()) {
 *     try (Leadership term = election.awaitLeadership()) {
 *         while (term.isHeld()) {
 *             term.write("/billing/cursor", invoices.next());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>The caller's client is used, never started, closed or reconfigured; only a handle of it that is dead for good is
 * replaced (ADR 9). All elections on one client share one thread
 * and, per ZooKeeper session, one lease. Thread-safe.
 */
public final class LeaderElection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);

    private final Standing standing;
    private final Duration closeTimeout;
    private final SerialCallbacks callbacks;
    private final Terms terms;
    private final ElectionDriver driver;

    LeaderElection(
            Standing standing, Duration closeTimeout, SerialCallbacks callbacks, Terms terms, ElectionDriver driver) {
        this.standing = standing;
        this.closeTimeout = closeTimeout;
        this.callbacks = callbacks;
        this.terms = terms;
        this.driver = driver;
    }

    /**
     * Prepares a candidate.
     *
     * @param client a started client, which stays the caller's
     * @param path the election's path, below the client's namespace and chroot; created if missing
     * @return a builder, whose last word is {@link ElectionBuilder#start()}
     */
    public static ElectionBuilder builder(CuratorFramework client, String path) {
        return new ElectionBuilder(client, path);
    }

    /**
     * Waits until this candidate leads.
     *
     * @return a term that was held when this returned
     * @throws InterruptedException if the thread is interrupted; the candidate stands on
     * @throws ElectionException if the election or its client is closed
     */
    public Leadership awaitLeadership() throws InterruptedException {
        return terms.await(Duration.ofNanos(Long.MAX_VALUE))
                .orElseThrow(() -> new IllegalStateException("waited for three centuries"));
    }

    /**
     * Waits until this candidate leads, but not longer than the limit, whatever ZooKeeper does.
     *
     * @param limit how long to wait
     * @return a term that was held when this returned; empty if the limit came first
     * @throws InterruptedException if the thread is interrupted; the candidate stands on
     * @throws ElectionException if the election or its client is closed
     */
    public Optional<Leadership> awaitLeadership(Duration limit) throws InterruptedException {
        return terms.await(limit);
    }

    /**
     * The term held at this instant.
     *
     * @return empty if another leads, or nobody
     */
    public Optional<Leadership> leadership() {
        return terms.held();
    }

    /**
     * How things stand.
     *
     * @return a snapshot, never blocking
     */
    public ElectionState state() {
        ElectionDriver.Snapshot snapshot = driver.snapshot();
        Optional<Leadership> held = terms.held();
        return new ElectionState(
                standing.paths().election(),
                standing.id(),
                snapshot.state().phase(),
                snapshot.since(),
                snapshot.state().node().map(own -> own.name()),
                snapshot.state().position(),
                snapshot.state().watched(),
                snapshot.state().holder(),
                held.map(Leadership::token),
                held.map(Leadership::remaining).orElse(Duration.ZERO),
                snapshot.lastFailure().map(failure -> failure.message()),
                snapshot.failures(),
                terms.count());
    }

    /**
     * Reads who stands, first in line first. Blocks, under the client's retry policy.
     *
     * @return the queue as one server of the ensemble knows it
     * @throws ElectionException if it cannot be read
     */
    public List<Candidate> candidates() {
        return standing.reader().read().candidates();
    }

    /** Closes with the builder's {@link ElectionBuilder#closeTimeout}. */
    @Override
    public void close() {
        close(closeTimeout);
    }

    /**
     * Leaves the election: ends the term, lets the listener finish, passes the baton, deletes the znode.
     *
     * <p>May be called more than once, from any thread. Blocks until nothing is left behind, but not longer than the
     * limit: if ZooKeeper does not answer, the znode is still deleted when it does. Called from a callback of this
     * election it returns at once, and all this happens after the callback has returned.
     *
     * @param limit how long all of it may take; the listener gets three quarters
     */
    public void close(Duration limit) {
        terms.held().ifPresent(held -> driver.end(held.term()));
        driver.close(limit.multipliedBy(3).dividedBy(4));
        if (callbacks.isCurrentThread()) {
            return;
        }
        try {
            if (!terms.awaitFinish(limit)) {
                LOG.warn(
                        "{} {}: not closed within {}; it goes on in the background. {}",
                        standing.paths().election(),
                        standing.id(),
                        limit,
                        state());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the closing goes on by itself
        }
    }

    @Override
    public String toString() {
        return "LeaderElection[" + state() + "]";
    }
}
