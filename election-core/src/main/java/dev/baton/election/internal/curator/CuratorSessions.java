package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Sessions;
import dev.baton.election.internal.loop.Timeline;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.ZooKeeper;

/**
 * Finds out which session a client has.
 *
 * <p>Curator's events come late, on a thread that strangers can block, and the oldest are dropped when many come; so
 * they are only a reason to look. Watches on the handle are another, and a slow timer is the last.
 */
final class CuratorSessions implements Sessions {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final CuratorFramework client;
    private final Timeline timeline;
    private final DeadHandle dead;
    private final ConnectionStateListener listener = (curator, state) -> lookSoon();
    private Optional<CuratorSession> current = Optional.empty();
    private Optional<Follower> follower = Optional.empty();
    private boolean connected;
    private long connectedAt;
    private boolean toldClosed;

    CuratorSessions(CuratorFramework client, Timeline timeline) {
        this.client = client;
        this.timeline = timeline;
        this.dead = new DeadHandle(client, timeline);
    }

    @Override
    public void follow(Follower told) {
        follower = Optional.of(told);
        connectedAt = timeline.nanoTime();
        client.getConnectionStateListenable().addListener(listener, Runnable::run);
        lookRepeatedly();
    }

    @Override
    public void stop() {
        follower = Optional.empty();
        client.getConnectionStateListenable().removeListener(listener);
    }

    private void lookSoon() {
        timeline.execute(this::look);
    }

    private void lookRepeatedly() {
        if (follower.isPresent()) {
            look();
            timeline.schedule(LOOK_AGAIN, this::lookRepeatedly);
        }
    }

    private void look() {
        follower.ifPresent(this::look);
    }

    private void look(Follower told) {
        if (current.isPresent() && !current.get().isAlive()) {
            end(told);
        }
        if (client.getState() == CuratorFrameworkState.STOPPED) {
            closed(told);
            return;
        }
        boolean connectedBefore = connected;
        connected = client.getZookeeperClient().isConnected();
        if (!connected) {
            if (connectedBefore) {
                told.disconnected();
            }
            if (current.isEmpty()) {
                handle(told).ifPresent(waited -> dead.look(waited, told));
            }
            tellIfUnreachable(told);
            return;
        }
        connectedAt = timeline.nanoTime();
        Optional<ZooKeeper> handle = handle(told);
        boolean same = current.isPresent()
                && handle.equals(current.map(CuratorSession::handle))
                && current.get().isAlive();
        if (same && !connectedBefore) {
            told.reconnected();
        } else if (!same) {
            end(told);
            handle.ifPresent(opened -> open(told, opened));
        }
    }

    /** Who never had a session has waited for it once already, in start(). */
    private void tellIfUnreachable(Follower told) {
        Duration since = Duration.ofNanos(timeline.nanoTime() - connectedAt);
        Duration patience = current.isEmpty()
                ? DeadHandle.PATIENCE
                : Duration.ofMillis(client.getZookeeperClient().getConnectionTimeoutMs());
        if (!dead.isFound() && since.compareTo(patience) >= 0) {
            told.failed(Failures.unreachable(client.getZookeeperClient().getCurrentConnectionString(), since));
        }
    }

    private void open(Follower told, ZooKeeper handle) {
        dead.look(handle, told);
        if (!handle.getState().isConnected() || handle.getSessionId() == 0) {
            return; // not there yet: an event or the timer will bring us back
        }
        CuratorSession session = new CuratorSession(client, handle, timeline, this::lookSoon);
        current = Optional.of(session);
        told.opened(session);
    }

    private void end(Follower told) {
        if (current.isPresent()) {
            current = Optional.empty();
            told.ended();
        }
    }

    private void closed(Follower told) {
        end(told);
        if (!toldClosed) {
            toldClosed = true;
            told.failed(Failures.clientClosed());
        }
    }

    /** The client's handle, which Curator may refuse with an exception that it kept for the next caller. */
    private Optional<ZooKeeper> handle(Follower told) {
        try {
            return Optional.of(client.getZookeeperClient().getZooKeeper());
        } catch (Exception kept) {
            told.failed(new Failure(
                    Failure.Kind.CONNECTION,
                    "The CuratorFramework gives no ZooKeeper handle: " + kept.getMessage() + ". It is asked again",
                    Optional.of(kept)));
            return current.map(CuratorSession::handle);
        }
    }
}
