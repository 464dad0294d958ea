package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.loop.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;

/**
 * One ZooKeeper session: the raw handle, captured, so that nothing is ever repeated by Curator on the next one.
 *
 * <p>Thread-safe.
 */
final class CuratorSession implements Session {

    private final CuratorFramework client;
    private final ZooKeeper handle;
    private final long id;
    private final Timeline timeline;
    private final Runnable onStateChange;

    CuratorSession(CuratorFramework client, ZooKeeper handle, Timeline timeline, Runnable onStateChange) {
        this.client = client;
        this.handle = handle;
        this.id = handle.getSessionId();
        this.timeline = timeline;
        this.onStateChange = onStateChange;
    }

    ZooKeeper handle() {
        return handle;
    }

    /** Whether the handle still is what it was captured as. */
    boolean isAlive() {
        return handle.getState().isAlive() && handle.getSessionId() == id;
    }

    /** To be called when a watcher on the handle hears of its connection. */
    void stateChanged() {
        onStateChange.run();
    }

    /** Curator says so before it gives the session up ({@code CuratorFrameworkImpl.close}). */
    @Override
    public boolean isOpen() {
        return client.getState() != CuratorFrameworkState.STOPPED;
    }

    @Override
    public Duration timeout() {
        return Duration.ofMillis(handle.getSessionTimeout());
    }

    @Override
    public void prove(List<Check> checks, Consumer<Proof> answer) {
        List<Op> ops = checks.stream()
                .map(check -> Op.check(check.path(), check.version()))
                .toList();
        handle.multi(
                ops,
                (rc, path, context, results) -> {
                    Proof proof = rc == Code.OK.intValue() ? new Proof.Confirmed() : refused(rc, results);
                    timeline.execute(() -> answer.accept(proof));
                },
                null);
    }

    private static Proof refused(int rc, List<OpResult> results) {
        boolean conditionFailed = rc == Code.NONODE.intValue() || rc == Code.BADVERSION.intValue();
        int index = firstError(results);
        return conditionFailed && index >= 0 ? new Proof.Refuted(index) : new Proof.Unanswered();
    }

    /** The operation that a transaction failed at: those before it say OK, those after it RUNTIMEINCONSISTENCY. */
    static int firstError(@org.jspecify.annotations.Nullable List<OpResult> results) {
        if (results == null) {
            return -1;
        }
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                return i;
            }
        }
        return -1;
    }
}
