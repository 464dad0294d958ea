package dev.baton.election.internal.curator;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.CandidateRecord;
import dev.baton.election.internal.machine.Event;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** What is read from ZooKeeper. Requests of a session are answered in the order in which they are sent. */
final class Readings {

    private Readings() {}

    /** The three reads of a look go out together; the last answer completes what the first two have left here. */
    private static final class Look {
        private int error = Code.OK.intValue();
        private String failedAt = "";
        private boolean ownThere;
        private Optional<Baton> baton = Optional.empty();
        private Optional<String> heir = Optional.empty();

        void failed(int rc, String path) {
            if (error == Code.OK.intValue()) {
                error = rc;
                failedAt = path;
            }
        }
    }

    /** Watches the own znode, reads the baton, then the queue. */
    static void look(
            ZooKeeper handle, ElectionPaths paths, Action.Look request, WatchSet watches, Consumer<Event> tell) {
        Look look = new Look();
        handle.getData(
                paths.candidate(request.own()),
                watches.watcher(),
                (rc, path, context, data, stat) -> {
                    look.ownThere = rc == Code.OK.intValue();
                    if (look.ownThere) {
                        look.heir = CandidateRecord.heirOf(data);
                        watches.set(path);
                    } else if (Code.get(rc) != Code.NONODE) {
                        look.failed(rc, path);
                    }
                },
                null);
        handle.getData(
                paths.baton(),
                false,
                (rc, path, context, data, stat) -> {
                    if (rc == Code.OK.intValue()) {
                        look.baton = Optional.of(baton(data, stat));
                    } else if (Code.get(rc) != Code.NONODE) {
                        look.failed(rc, path);
                    }
                },
                null);
        handle.getChildren(
                paths.candidates(),
                false,
                (rc, path, context, children) -> {
                    if (rc != Code.OK.intValue() && Code.get(rc) != Code.NONODE) {
                        look.failed(rc, path);
                    }
                    tell.accept(seen(handle, request, look, rc == Code.OK.intValue() ? children : List.of()));
                },
                null);
    }

    private static Event seen(ZooKeeper handle, Action.Look request, Look look, List<String> children) {
        return look.error == Code.OK.intValue()
                ? new Event.Seen(request.round(), look.ownThere, look.baton, List.copyOf(children), look.heir)
                : new Event.Failed(request.round(), Failures.of(handle, "Reading", look.failedAt, look.error));
    }

    static Baton baton(byte[] data, Stat stat) {
        return new Baton(BatonRecord.decode(data), stat.getVersion(), stat.getMzxid());
    }

    /** Looks for a znode of this join that this session owns; another session's will go by itself, or be swept. */
    static void settle(ZooKeeper handle, ElectionPaths paths, Action.Settle request, Consumer<Event> tell) {
        handle.sync(paths.candidates(), (rc, path, context) -> {}, null);
        handle.getChildren(
                paths.candidates(),
                false,
                (rc, path, context, children) -> {
                    Code code = Code.get(rc);
                    if (code != Code.OK && code != Code.NONODE) {
                        tell.accept(new Event.Failed(request.round(), Failures.of(handle, "Reading", path, rc)));
                        return;
                    }
                    List<String> ours = code == Code.NONODE
                            ? List.of()
                            : children.stream()
                                    .filter(name -> isOf(request.instance(), name))
                                    .toList();
                    firstOwned(handle, paths, request, ours, tell);
                },
                null);
    }

    private static boolean isOf(String instance, String name) {
        return CandidateName.parse(name)
                .filter(parsed -> parsed.instance().equals(instance))
                .isPresent();
    }

    private static void firstOwned(
            ZooKeeper handle, ElectionPaths paths, Action.Settle request, List<String> names, Consumer<Event> tell) {
        if (names.isEmpty()) {
            tell.accept(new Event.Settled(request.round(), Optional.empty()));
            return;
        }
        String name = names.get(0);
        handle.exists(
                paths.candidate(name),
                false,
                (rc, path, context, stat) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK && stat.getEphemeralOwner() == handle.getSessionId()) {
                        tell.accept(new Event.Settled(request.round(), Optional.of(name)));
                    } else if (code == Code.OK || code == Code.NONODE) {
                        firstOwned(handle, paths, request, names.subList(1, names.size()), tell);
                    } else {
                        tell.accept(new Event.Failed(request.round(), Failures.of(handle, "Reading", path, rc)));
                    }
                },
                null);
    }

    /** Reads the one who is to have the baton. */
    static void successor(ZooKeeper handle, ElectionPaths paths, Action.ReadSuccessor request, Consumer<Event> tell) {
        handle.getData(
                paths.candidate(request.znode()),
                false,
                (rc, path, context, data, stat) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK) {
                        Event.Successor successor = new Event.Successor(request.znode(), stat.getVersion(), data);
                        tell.accept(new Event.SuccessorRead(request.round(), Optional.of(successor)));
                    } else if (code == Code.NONODE) {
                        tell.accept(new Event.SuccessorRead(request.round(), Optional.empty()));
                    } else {
                        tell.accept(new Event.Failed(request.round(), Failures.of(handle, "Reading", path, rc)));
                    }
                },
                null);
    }
}
