package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Place;
import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.CandidateRecord;
import dev.baton.election.internal.machine.Event;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * One election's znodes in ZooKeeper: requests become calls on the session's raw handle, callbacks become events.
 *
 * <p>{@link #perform} and {@link #unwatch} are confined to the loop's thread.
 */
public final class CuratorPlace implements Place {

    private final ElectionPaths paths;
    private final CandidateRecord record;
    private Optional<WatchSet> watches = Optional.empty();

    /** Makes the place of one candidate. */
    public CuratorPlace(ElectionPaths paths, CandidateRecord record) {
        this.paths = paths;
        this.record = record;
    }

    @Override
    public String path() {
        return paths.election();
    }

    @Override
    public String candidateId() {
        return record.candidateId();
    }

    @Override
    public Session.Check candidate(String name) {
        return new Session.Check(paths.candidate(name), -1);
    }

    @Override
    public Session.Check baton(int version) {
        return new Session.Check(paths.baton(), version);
    }

    @Override
    public void unwatch(Session session) {
        watches.filter(each -> each.isOn(session)).ifPresent(WatchSet::unset);
    }

    @Override
    public void perform(Session session, Action.Request request, Consumer<Event> tell) {
        CuratorSession owner = (CuratorSession) session;
        ZooKeeper handle = owner.handle();
        if (request instanceof Action.Join join) {
            join(handle, join, tell);
        } else if (request instanceof Action.Prepare prepare) {
            Layout.ensure(
                    handle,
                    paths,
                    failure -> tell.accept(failure.<Event>map(f -> new Event.Failed(prepare.round(), f))
                            .orElseGet(() -> new Event.Prepared(prepare.round()))));
        } else if (request instanceof Action.Settle settle) {
            Readings.settle(handle, paths, settle, tell);
        } else if (request instanceof Action.Look look) {
            Readings.look(handle, paths, look, watchesOn(owner, tell), tell);
        } else if (request instanceof Action.Watch watch) {
            watch(handle, watch, watchesOn(owner, tell), tell);
        } else if (request instanceof Action.WatchBaton watch) {
            watchBaton(handle, watch, watchesOn(owner, tell), tell);
        } else if (request instanceof Action.ReadSuccessor read) {
            Readings.successor(handle, paths, read, tell);
        } else if (request instanceof Action.Ask ask) {
            Handover.ask(handle, paths, ask, tell);
        } else if (request instanceof Action.Claim claim) {
            Handover.claim(handle, paths, record, claim, tell);
        } else if (request instanceof Action.Pass pass) {
            Handover.pass(handle, paths, pass, tell);
        } else if (request instanceof Action.Remove remove) {
            remove(handle, remove, tell);
        } else {
            throw new IllegalStateException("no one performs " + request);
        }
    }

    private WatchSet watchesOn(CuratorSession session, Consumer<Event> tell) {
        if (watches.filter(each -> each.isOn(session)).isEmpty()) {
            watches = Optional.of(new WatchSet(session, event -> tell.accept(translate(event))));
        }
        return watches.get();
    }

    private Event translate(WatchedEvent event) {
        if (event.getPath().equals(paths.baton())) {
            return new Event.BatonTouched();
        }
        String name = event.getPath().substring(paths.candidates().length() + 1);
        boolean deleted = event.getType() == Watcher.Event.EventType.NodeDeleted;
        return deleted ? new Event.NodeGone(name) : new Event.NodeChanged(name);
    }

    private void join(ZooKeeper handle, Action.Join join, Consumer<Event> tell) {
        String prefix = paths.candidate(CandidateName.prefix(join.instance(), record.priority()));
        handle.create(
                prefix,
                record.encode(),
                paths.candidateAcl(),
                CreateMode.EPHEMERAL_SEQUENTIAL,
                (rc, path, context, name) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK) {
                        tell.accept(new Event.Joined(join.round(), name.substring(name.lastIndexOf('/') + 1)));
                    } else if (code == Code.NONODE) {
                        tell.accept(new Event.NoParent(join.round()));
                    } else {
                        tell.accept(
                                new Event.Failed(join.round(), Failures.of(handle, "Joining the queue at", path, rc)));
                    }
                },
                null);
    }

    private void watch(ZooKeeper handle, Action.Watch watch, WatchSet watches, Consumer<Event> tell) {
        handle.getData(
                paths.candidate(watch.name()),
                watches.watcher(),
                (rc, path, context, data, stat) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK) {
                        watches.set(path);
                        tell.accept(new Event.Watched(watch.round(), watch.name(), true));
                    } else if (code == Code.NONODE) {
                        tell.accept(new Event.Watched(watch.round(), watch.name(), false));
                    } else {
                        tell.accept(new Event.Failed(watch.round(), Failures.of(handle, "Watching", path, rc)));
                    }
                },
                null);
    }

    private void watchBaton(ZooKeeper handle, Action.WatchBaton watch, WatchSet watches, Consumer<Event> tell) {
        handle.getData(
                paths.baton(),
                watches.watcher(),
                (rc, path, context, data, stat) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK) {
                        watches.set(path);
                        tell.accept(new Event.BatonWatched(watch.round(), Optional.of(stat.getVersion())));
                    } else if (code == Code.NONODE) {
                        tell.accept(new Event.BatonWatched(watch.round(), Optional.empty()));
                    } else {
                        tell.accept(new Event.Failed(watch.round(), Failures.of(handle, "Watching", path, rc)));
                    }
                },
                null);
    }

    private void remove(ZooKeeper handle, Action.Remove remove, Consumer<Event> tell) {
        handle.delete(
                paths.candidate(remove.name()),
                -1,
                (rc, path, context) -> {
                    Code code = Code.get(rc);
                    boolean gone = code == Code.OK || code == Code.NONODE;
                    tell.accept(
                            gone
                                    ? new Event.Removed(remove.round(), remove.name())
                                    : new Event.Failed(remove.round(), Failures.of(handle, "Deleting", path, rc)));
                },
                null);
    }
}
