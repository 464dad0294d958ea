package dev.baton.election;

import dev.baton.election.internal.curator.FencedTransaction;
import dev.baton.election.internal.curator.FencedTransaction.Outcome;
import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Term;
import java.util.Arrays;
import java.util.List;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/** What one term writes in ZooKeeper under the proof that it lasts: three outcomes, three types. Thread-safe. */
final class FencedWrites {

    private static final int ATTEMPTS = 3;

    private final Standing standing;
    private final Term term;
    private final FencingToken token;
    private final ElectionDriver driver;
    private final FencedTransaction fence;

    FencedWrites(Standing standing, Term term, FencingToken token, ElectionDriver driver) {
        this.standing = standing;
        this.term = term;
        this.token = token;
        this.driver = driver;
        this.fence = new FencedTransaction(standing.paths(), term);
    }

    /** Sets the data of the znode, or creates it if it is missing. */
    void write(String target, byte[] data) {
        String what = "writing " + target;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Op set = op(what, () -> standing.client().transactionOp().setData().forPath(target, data));
            if (applied(what, List.of(set), KeeperException.Code.NONODE)) {
                return;
            }
            Op create =
                    op(what, () -> standing.client().transactionOp().create().forPath(target, data));
            if (applied(what, List.of(create), KeeperException.Code.NODEEXISTS)) {
                return;
            }
        }
        throw new ElectionException(
                named(what) + " did not work, as the znode came and went under it; nothing was written", null);
    }

    /** Applies the operations, all or none. */
    List<OpResult> commit(CuratorOp... operations) {
        String what = "committing " + operations.length + " operation(s)";
        return results(
                what, commit(what, Arrays.stream(operations).map(CuratorOp::get).toList()));
    }

    /** Writes the candidate's own znode with another payload. */
    void publish(byte[] payload) {
        String what = "publishing a payload";
        byte[] data = standing.record()
                .withPayload(Requirements.payload(payload, standing.paths().election()))
                .encode();
        String own = standing.paths().candidate(term.own().name());
        results(what, commit(what, List.of(Op.setData(own, data, -1))));
    }

    /** Whether the operations were applied; false if they were refused with the tolerated code. */
    private boolean applied(String what, List<Op> operations, KeeperException.Code tolerated) {
        Outcome outcome = commit(what, operations);
        if (outcome instanceof Outcome.Refused refused && refused.cause().code() == tolerated) {
            return false;
        }
        results(what, outcome);
        return true;
    }

    private Outcome commit(String what, List<Op> operations) {
        if (!term.isHeld()) {
            throw over(what + " was not tried", null);
        }
        return fence.commit(operations);
    }

    private List<OpResult> results(String what, Outcome outcome) {
        if (outcome instanceof Outcome.Done done) {
            return done.results();
        }
        if (outcome instanceof Outcome.Fenced fenced) {
            driver.refuted(term);
            throw over(what + " was refused by ZooKeeper", fenced.cause());
        }
        if (outcome instanceof Outcome.Refused refused) {
            throw new ElectionException(
                    named(what) + " was refused: " + refused.cause().getMessage()
                            + "; nothing was written, and the term goes on",
                    refused.cause());
        }
        Exception cause = ((Outcome.Unknown) outcome).cause().orElse(null);
        throw new OutcomeUnknownException(
                named(what) + " got no answer: it may have been applied. Read it back to find out", cause);
    }

    /** Something that builds an operation; Curator declares that it may throw anything. */
    private interface Building {
        CuratorOp build() throws Exception;
    }

    private Op op(String what, Building building) {
        try {
            return building.build().get();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new ElectionException(named(what) + " was not tried: " + checked.getMessage(), checked);
        }
    }

    /** What to throw when the term is over. */
    FencedException over(String what, @Nullable Throwable cause) {
        return new FencedException(named(what) + ", as the term is over. Stop its work; stand again to lead", cause);
    }

    /** What was tried, and by whom. */
    String named(String what) {
        return "Election " + standing.paths().election() + ", candidate " + standing.id() + ", token " + token + ": "
                + what;
    }
}
