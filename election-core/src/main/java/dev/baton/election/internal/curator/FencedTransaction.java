package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;

/**
 * Operations that are applied only while a term lasts: "my znode stands and the baton is still mine" comes first in the
 * same transaction, which is what leading means, as a condition.
 *
 * <p>Runs on the raw handle of the term's session, so nothing is repeated. Thread-safe.
 */
public final class FencedTransaction {

    private static final int CHECKS = 2;

    private final ZooKeeper handle;
    private final List<Op> checks;

    /** Makes the fence of one term. */
    public FencedTransaction(ElectionPaths paths, Term term) {
        handle = ((CuratorSession) term.session()).handle();
        checks =
                List.of(Op.check(paths.candidate(term.own().name()), -1), Op.check(paths.baton(), term.batonVersion()));
    }

    /** What became of the operations. */
    public sealed interface Outcome {
        /** Applied, with the result of each. */
        record Done(List<OpResult> results) implements Outcome {}

        /** Not applied: the term is over. */
        record Fenced(KeeperException cause) implements Outcome {}

        /** Not applied: one of the operations itself does not work, as ZooKeeper says. */
        record Refused(KeeperException cause) implements Outcome {}

        /** Perhaps applied: no answer came. */
        record Unknown(Optional<Exception> cause) implements Outcome {}
    }

    /**
     * Applies all operations or none.
     *
     * <p>Waits for the answer, at most a session timeout. A thread that is interrupted stays so, and does not know the
     * outcome.
     */
    public Outcome commit(List<Op> operations) {
        List<Op> all = new ArrayList<>(checks);
        all.addAll(operations);
        boolean aliveBefore = handle.getState().isAlive();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        handle.multi(
                all, (rc, path, context, results) -> outcome.complete(judge(aliveBefore, rc, path, results)), null);
        try {
            return outcome.get(Math.max(1000, handle.getSessionTimeout()), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Outcome.Unknown(Optional.of(interrupted));
        } catch (TimeoutException late) {
            return new Outcome.Unknown(Optional.of(late));
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("nobody completes it so", impossible);
        }
    }

    private static Outcome judge(
            boolean aliveBefore, int rc, String path, @org.jspecify.annotations.Nullable List<OpResult> results) {
        Code code = Code.get(rc);
        if (code == Code.OK && results != null) {
            return new Outcome.Done(List.copyOf(results.subList(CHECKS, results.size())));
        }
        int index = CuratorSession.firstError(results);
        KeeperException cause = KeeperException.create(code, path);
        if (index >= 0) {
            return index < CHECKS && (code == Code.NONODE || code == Code.BADVERSION)
                    ? new Outcome.Fenced(cause)
                    : new Outcome.Refused(cause);
        }
        return switch (code) {
            // The client says "expired" for whatever was under way when the session ended, applied or not.
            case SESSIONEXPIRED -> aliveBefore ? new Outcome.Unknown(Optional.of(cause)) : new Outcome.Fenced(cause);
            case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT -> new Outcome.Unknown(Optional.of(cause));
            default -> new Outcome.Refused(cause);
        };
    }
}
