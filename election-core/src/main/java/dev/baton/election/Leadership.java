package dev.baton.election;

import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Term;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.OpResult;

/**
 * One term in office of one holder.
 *
 * <p>It begins with the transaction that passed the baton, whose id is its {@linkplain #token() token}, and ends once
 * and for ever. Closing it resigns: the baton goes to the next in line, and this candidate to the back of the queue.
 *
 * <p>Thread-safe.
 */
public final class Leadership implements AutoCloseable {

    private final Standing standing;
    private final Term term;
    private final ElectionDriver driver;
    private final FencingToken token;
    private final FencedWrites writes;
    private final CompletableFuture<RevocationReason> ended = new CompletableFuture<>();

    Leadership(Standing standing, Term term, ElectionDriver driver) {
        this.standing = standing;
        this.term = term;
        this.driver = driver;
        this.token = new FencingToken(term.zxid(), term.own().sequence());
        this.writes = new FencedWrites(standing, term, token, driver);
    }

    /**
     * The fencing token, greater than every other leader's before.
     *
     * @return the token, also after the term is over
     */
    public FencingToken token() {
        return token;
    }

    /**
     * Names this term to stores that compare tokens, such as those of {@link dev.baton.election.fencing}.
     *
     * @return the token, and the candidate's id with the name of its znode, also after the term is over
     */
    public TermId id() {
        return TermId.of(token, standing.id(), term.own().name());
    }

    /**
     * Who leads in this term.
     *
     * @return the id that the candidate stands under
     */
    public String candidateId() {
        return standing.id();
    }

    /**
     * Whether this term is held at this instant.
     *
     * <p>True only while the term has not ended <em>and</em> this process's monotonic clock is before the end of the
     * lease. Nothing needs to be delivered for it to turn false: not after a long garbage collection, a SIGSTOP, or with
     * a dead event thread. Once false, it never turns true again. It allocates nothing and never blocks.
     *
     * @return false for ever once the term is over
     */
    public boolean isHeld() {
        return term.isHeld();
    }

    /**
     * How long the term is certain to last if ZooKeeper does not confirm it again.
     *
     * @return the rest of the lease by the monotonic clock; zero when the term is over
     */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, term.remaining()));
    }

    /**
     * Returns only if the term is held at this instant.
     *
     * @throws FencedException if it is over
     */
    public void ensureHeld() {
        if (!isHeld()) {
            throw writes.over("work was to go on", null);
        }
    }

    /**
     * Completes once, when the term is over, with the reason.
     *
     * <p>It is completed on the thread of the listener's executor, where actions that depend on it run, unless they are
     * given one of their own. {@link #isHeld()} is false before that.
     *
     * @return a stage that never fails
     */
    public CompletionStage<RevocationReason> ended() {
        return ended.minimalCompletionStage();
    }

    /**
     * Writes data in ZooKeeper if, and only if, this term still lasts at that point in ZooKeeper's order.
     *
     * <p>Sets the data of the znode, or creates it, persistent, if it is missing; its parent must exist. Applied once:
     * nothing is repeated after an answer was lost. Blocks for the answer, at most a session timeout; must not be called
     * on ZooKeeper's event thread.
     *
     * @param target the path, without the client's namespace
     * @param data the new data
     * @throws FencedException if the term is over; nothing was written
     * @throws OutcomeUnknownException if no answer came; it may have been written
     * @throws ElectionException if ZooKeeper refused it for another reason; nothing was written
     */
    public void write(String target, byte[] data) {
        writes.write(target, data);
    }

    /**
     * Applies operations in ZooKeeper, all or none, if, and only if, this term still lasts.
     *
     * <p>Under the same contract as {@link #write}. The operations are made with the client's {@code transactionOp()}.
     *
     * @param operations what to do, in order
     * @return the result of each operation, in order
     * @throws FencedException if the term is over; nothing was applied
     * @throws OutcomeUnknownException if no answer came; all or nothing may have been applied
     * @throws ElectionException if ZooKeeper refused one for another reason; nothing was applied
     */
    public List<OpResult> commit(CuratorOp... operations) {
        return writes.commit(operations);
    }

    /**
     * Resigns in favour of one candidate.
     *
     * <p>The term is over when this returns. The baton goes to that candidate in one transaction, once the listener has
     * returned from {@link ElectionListener#revoked}; if it has left the queue by then, to the next in line. One that is
     * not next in line may have to renew its lease first, for up to a fifth of its session timeout. Where candidates have
     * priorities, one that passes to a lesser candidate will in time ask for the baton back. Blocks to read who
     * stands.
     *
     * @param heir the id of a candidate that stands; of several with one id, the first in line
     * @throws FencedException if the term is over already
     * @throws ElectionException if no such candidate stands, or that cannot be read; the term goes on
     */
    public void passTo(String heir) {
        ensureHeld();
        String znode = standing.reader().read().candidates().stream()
                .filter(other -> other.id().equals(heir)
                        && !other.znode().equals(term.own().name()))
                .map(Candidate::znode)
                .findFirst()
                .orElseThrow(() -> new ElectionException(
                        writes.named("passing to " + heir)
                                + " was not tried, as nobody else with that id stands. The term goes"
                                + " on; candidates() tells who stands",
                        null));
        driver.pass(term, znode);
    }

    /**
     * Changes what others can read about this leader, such as its address, while the token stays.
     *
     * <p>Applied in ZooKeeper under the same contract as {@link #write}; observers are told. It lasts as long as the
     * term: a candidate that stands again begins with the builder's payload.
     *
     * @param payload at most 64 KiB
     * @throws IllegalArgumentException if it is longer
     * @throws FencedException if the term is over; nothing was changed
     * @throws OutcomeUnknownException if no answer came
     */
    public void publish(byte[] payload) {
        writes.publish(payload);
    }

    /**
     * Resigns.
     *
     * <p>The term is over when this returns. The baton is passed to the next in line once the listener, if there is one,
     * has returned from {@link ElectionListener#revoked}. May be called more than once, from any thread, a callback's
     * too; does nothing if the term is over already.
     */
    @Override
    public void close() {
        driver.resign(term);
    }

    Term term() {
        return term;
    }

    void complete(RevocationReason reason) {
        ended.complete(reason);
    }

    @Override
    public String toString() {
        return "Leadership[" + standing.paths().election() + ", candidate " + standing.id() + ", token " + token + "]";
    }
}
