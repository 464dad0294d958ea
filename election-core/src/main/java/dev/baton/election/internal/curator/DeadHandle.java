package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Sessions;
import dev.baton.election.internal.loop.Timeline;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;

/**
 * Has a handle replaced that is dead for good, where Curator does not do it.
 *
 * <p>Curator 5.9.0 replaces a handle when it hears that the session expired ({@code ConnectionState.checkState}). It does
 * not if that event is lost (fault E2), nor if signing in was refused, after which ZooKeeper never tries again on that
 * handle: the candidate would stay outside for ever. Not thread-safe; the loop owns it.
 */
final class DeadHandle {

    /** How long Curator has to do it itself. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private final CuratorFramework client;
    private final Timeline timeline;
    private Optional<ZooKeeper> found = Optional.empty();
    private long foundAt;

    DeadHandle(CuratorFramework client, Timeline timeline) {
        this.client = client;
        this.timeline = timeline;
    }

    /** To be called again and again while there is no session. */
    void look(ZooKeeper handle, Sessions.Follower told) {
        if (handle.getState().isAlive()) {
            found = Optional.empty();
            return;
        }
        if (!found.equals(Optional.of(handle))) {
            found = Optional.of(handle);
            foundAt = timeline.nanoTime();
            if (handle.getState() == ZooKeeper.States.AUTH_FAILED) {
                told.failed(Failures.signInRefused(handle));
            }
        } else if (timeline.nanoTime() - foundAt >= PATIENCE.toNanos()) {
            foundAt = timeline.nanoTime();
            replace(handle, told);
        }
    }

    /** Whether the handle looked at last is dead: what is wrong has been told, then. */
    boolean isFound() {
        return found.isPresent();
    }

    private void replace(ZooKeeper handle, Sessions.Follower told) {
        if (handle.getState() != ZooKeeper.States.AUTH_FAILED) {
            told.failed(Failures.dead(handle));
        }
        try {
            client.getZookeeperClient().reset();
        } catch (Exception refused) {
            told.failed(new Failure(
                    Failure.Kind.CONNECTION,
                    "Connecting the CuratorFramework anew failed: " + refused + ". It is tried again",
                    Optional.of(refused)));
        }
    }
}
