package dev.baton.election.internal.machine;

import dev.baton.election.internal.machine.MemoryZooKeeper.Answer;
import dev.baton.election.internal.machine.MemoryZooKeeper.Code;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The election's znodes on one session: does the requests of a machine as the adapter does them on a real ensemble. */
public final class SimulatedPlace {

    public static final String ELECTION = "/e";
    public static final String BATON = ELECTION + "/baton";
    public static final String CANDIDATES = ELECTION + "/candidates";

    private static final Failure LOST = new Failure(Failure.Kind.CONNECTION, "no answer", Optional.empty());

    private final String name;
    private final int priority;
    private final Store zooKeeper;
    private final Link on;
    private final Consumer<Event> tell;
    private final MemoryZooKeeper.Watcher watcher;

    /** Told everything that this session's watches say. */
    public SimulatedPlace(String name, int priority, Store zooKeeper, Link on, Consumer<Event> tell) {
        this.name = name;
        this.priority = priority;
        this.zooKeeper = zooKeeper;
        this.on = on;
        this.tell = tell;
        this.watcher = (path, deleted) -> on.event(() -> tell.accept(watchEvent(path, deleted)));
    }

    /** Takes back the watches that have not fired. */
    public void unwatch() {
        zooKeeper.unwatch(watcher);
    }

    private static Event watchEvent(String path, boolean deleted) {
        String znode = path.substring(path.lastIndexOf('/') + 1);
        return path.equals(BATON)
                ? new Event.BatonTouched()
                : deleted ? new Event.NodeGone(znode) : new Event.NodeChanged(znode);
    }

    /** Does what a request wishes, and tells who asked the answer. */
    public void ask(Action.Request request, Consumer<Event> tell) {
        Runnable lost = () -> tell.accept(new Event.Failed(request.round(), LOST));
        if (request instanceof Action.Join join) {
            Op create = new Op.Create(path(CandidateName.prefix(join.instance(), priority)), record(), true, true);
            transact(lost, List.of(create), answer -> tell.accept(joined(join, answer)));
        } else if (request instanceof Action.Prepare prepare) {
            on.ask(this::prepare, done -> tell.accept(new Event.Prepared(prepare.round())), lost);
        } else if (request instanceof Action.Settle settle) {
            on.ask(
                    () -> ownOf(settle.instance(), on.session()),
                    found -> tell.accept(new Event.Settled(settle.round(), found)),
                    lost);
        } else if (request instanceof Action.Look look) {
            look(look, tell, lost);
        } else if (request instanceof Action.Watch watch) {
            on.ask(
                    () -> zooKeeper.read(path(watch.name()), watcher),
                    found -> tell.accept(new Event.Watched(watch.round(), watch.name(), found.isPresent())),
                    lost);
        } else if (request instanceof Action.WatchBaton watch) {
            on.ask(
                    () -> zooKeeper.read(BATON, watcher),
                    found -> tell.accept(new Event.BatonWatched(watch.round(), found.map(Znode::version))),
                    lost);
        } else if (request instanceof Action.ReadSuccessor read) {
            on.ask(() -> zooKeeper.read(path(read.znode())), found -> tell.accept(successor(read, found)), lost);
        } else if (request instanceof Action.Ask ask) {
            on.ask(
                    () -> zooKeeper.transact(on.session(), touch(ask.holder())),
                    answer -> tell.accept(new Event.Asked(ask.round())),
                    lost);
        } else if (request instanceof Action.Claim claim) {
            transact(lost, claimOps(claim), answer -> tell.accept(claimed(claim, answer)));
        } else if (request instanceof Action.Pass pass) {
            transact(lost, passOps(pass), answer -> tell.accept(passed(pass, answer)));
        } else if (request instanceof Action.Remove remove) {
            List<Op> delete = List.of(new Op.Delete(path(remove.name()), -1));
            transact(lost, delete, answer -> tell.accept(new Event.Removed(remove.round(), remove.name())));
        }
    }

    private void transact(Runnable lost, List<Op> ops, Consumer<Answer> then) {
        on.ask(() -> zooKeeper.transact(on.session(), ops), then, lost);
    }

    private static String path(String znode) {
        return CANDIDATES + "/" + znode;
    }

    private byte[] record() {
        return new CandidateRecord(name, priority, "host", 1, Instant.EPOCH, new byte[0]).encode();
    }

    private static Event joined(Action.Join join, Answer answer) {
        return answer.code() == Code.OK
                ? new Event.Joined(join.round(), answer.path().substring(CANDIDATES.length() + 1))
                : new Event.NoParent(join.round());
    }

    private boolean prepare() {
        for (String each : List.of(ELECTION, CANDIDATES, BATON)) {
            byte[] data = each.equals(BATON) ? BatonRecord.BLANK.encode() : new byte[0];
            zooKeeper.transact(0, List.of(new Op.Create(each, data, false, false)));
        }
        return true;
    }

    private Optional<String> ownOf(String instance, long session) {
        zooKeeper.sync();
        return zooKeeper.children(CANDIDATES).stream()
                .filter(each -> each.startsWith(CandidateName.prefix(instance, priority))
                        && zooKeeper.read(path(each)).orElseThrow().owner() == session)
                .findFirst();
    }

    /** Three requests, answered together: the own znode with a watch, the baton, the queue. */
    private void look(Action.Look look, Consumer<Event> tell, Runnable lost) {
        List<Optional<Znode>> read = new ArrayList<>();
        Runnable ignored = () -> {};
        on.ask(() -> zooKeeper.read(path(look.own()), watcher), read::add, ignored);
        on.ask(() -> zooKeeper.read(BATON), read::add, ignored);
        on.ask(
                () -> zooKeeper.children(CANDIDATES),
                children -> tell.accept(
                        read.size() < 2
                                ? new Event.Failed(look.round(), LOST)
                                : new Event.Seen(look.round(), read.get(0).isPresent(), baton(read.get(1)), children)),
                lost);
    }

    private static Optional<Baton> baton(Optional<Znode> znode) {
        return znode.map(found -> new Baton(BatonRecord.decode(found.data()), found.version(), found.mzxid()));
    }

    private static Event successor(Action.ReadSuccessor read, Optional<Znode> found) {
        return new Event.SuccessorRead(
                read.round(), found.map(znode -> new Event.Successor(read.znode(), znode.version(), znode.data())));
    }

    private List<Op> claimOps(Action.Claim claim) {
        List<Op> ops = new ArrayList<>(List.of(new Op.SetData(path(claim.own().name()), record(), -1)));
        claim.seen().holder().ifPresent(old -> {
            ops.add(new Op.Create(path(old), new byte[0], false, false));
            ops.add(new Op.Delete(path(old), -1));
        });
        BatonRecord.Holder next =
                new BatonRecord.Holder(claim.own().name(), name, claim.own().sequence());
        ops.add(new Op.SetData(
                BATON, follow(claim.seen(), next, "claimed"), claim.seen().version()));
        return ops;
    }

    private static byte[] follow(Baton seen, BatonRecord.Holder next, String how) {
        return seen.record().follow(next, how, Instant.EPOCH, seen.zxid()).encode();
    }

    private static Event claimed(Action.Claim claim, Answer answer) {
        return answer.code() == Code.OK
                ? new Event.Claimed(claim.round(), answer.zxid(), claim.seen().version() + 1)
                : new Event.Refused(claim.round());
    }

    /** Writes the znode as it is, if it is there. */
    private List<Op> touch(String znode) {
        byte[] same = zooKeeper.read(path(znode)).map(Znode::data).orElse(new byte[0]);
        return List.of(new Op.SetData(path(znode), same, -1));
    }

    private static List<Op> passOps(Action.Pass pass) {
        Event.Successor to = pass.successor();
        int sequence = CandidateName.parse(to.znode()).orElseThrow().sequence();
        BatonRecord.Holder next = new BatonRecord.Holder(to.znode(), CandidateRecord.idOf(to.data()), sequence);
        return List.of(
                new Op.SetData(
                        BATON, follow(pass.seen(), next, "passed"), pass.seen().version()),
                new Op.SetData(path(to.znode()), to.data(), to.version()),
                new Op.Delete(path(pass.own().name()), -1));
    }

    private static Event passed(Action.Pass pass, Answer answer) {
        return answer.code() == Code.OK ? new Event.Passed(pass.round()) : new Event.Refused(pass.round());
    }
}
