package dev.baton.election;

import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.curator.SharedLoops;
import dev.baton.election.internal.loop.ObserverDriver;
import dev.baton.election.internal.loop.Outlook;
import dev.baton.election.internal.loop.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows who leads an election, without standing.
 *
 * <p>What it says is the latest known, not a promise: it may lag behind, and during a disconnect it stays as it was.
 * Works before the election's path exists. Thread-safe.
 */
public final class LeaderObserver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderObserver.class);

    private final SerialCallbacks callbacks;
    private final ObserverDriver driver;
    private volatile Optional<Leader> leader = Optional.empty();
    private volatile List<PastTerm> history = List.of();
    /** Only callbacks touch these two, one at a time: who is added meanwhile misses no change and hears none twice. */
    private final List<Consumer<Optional<Leader>>> actions = new ArrayList<>();

    private Optional<Leader> told = Optional.empty();

    private LeaderObserver(CuratorFramework client, String path, SerialCallbacks callbacks) {
        this.callbacks = callbacks;
        Pace pace = new Pace(Duration.ZERO, Duration.ZERO);
        this.driver = SharedLoops.observe(client, new ElectionPaths(client, path), pace, this::seen);
    }

    /**
     * Starts to follow.
     *
     * @param client a started client, which stays the caller's
     * @param path the election's path, below the client's namespace and chroot
     * @return an observer, to be closed by the caller
     * @throws IllegalArgumentException if the path cannot be used
     * @throws IllegalStateException if the client is not started, or Curator or ZooKeeper's client is too old
     */
    public static LeaderObserver start(CuratorFramework client, String path) {
        return start(client, path, null);
    }

    /**
     * Starts to follow, and calls back on the given threads.
     *
     * @param client a started client, which stays the caller's
     * @param path the election's path, below the client's namespace and chroot
     * @param executor whose threads run what {@link #onChange} was given; null for threads of Baton's own
     * @return an observer, to be closed by the caller
     * @throws IllegalArgumentException if the path cannot be used
     * @throws IllegalStateException if the client is not started, or Curator or ZooKeeper's client is too old
     */
    public static LeaderObserver start(
            CuratorFramework client, String path, @org.jspecify.annotations.Nullable Executor executor) {
        Requirements.path(path);
        Requirements.started(client, path);
        return new LeaderObserver(client, path, new SerialCallbacks(executor));
    }

    /**
     * Who leads, as far as known.
     *
     * @return empty if nobody does, or before the first answer
     */
    public Optional<Leader> leader() {
        return leader;
    }

    /**
     * The terms before this one, newest first, at most 16.
     *
     * @return as the baton remembered them when it was read last
     */
    public List<PastTerm> history() {
        return history;
    }

    /**
     * Calls the action with the leader known now, and then once for every change, in order.
     *
     * <p>The last call always has the latest value; values in between may be left out.
     *
     * @param action called one call at a time, never on a thread of ZooKeeper or Curator
     */
    public void onChange(Consumer<Optional<Leader>> action) {
        callbacks.run(() -> {
            actions.add(action);
            call(action, told);
        });
    }

    private void seen(Outlook.View.Seen view) {
        Optional<Leader> now =
                view.baton().flatMap(baton -> view.payload().flatMap(payload -> Leader.of(baton, payload)));
        history = view.baton().map(PastTerm::of).orElse(List.of());
        if (!now.equals(leader)) {
            leader = now;
            callbacks.run(() -> {
                told = now;
                actions.forEach(action -> call(action, now));
            });
        }
    }

    private static void call(Consumer<Optional<Leader>> action, Optional<Leader> value) {
        try {
            action.accept(value);
        } catch (RuntimeException | Error thrown) {
            LOG.warn(
                    "The action {} of a leader observer threw",
                    action.getClass().getName(),
                    thrown);
        }
    }

    /** Stops following; {@link #leader()} stays as it was. */
    @Override
    public void close() {
        driver.close();
    }
}
