package dev.baton.election.internal.curator;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.CandidateRecord;
import dev.baton.election.internal.machine.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** The two transactions that move the baton. */
final class Handover {

    private Handover() {}

    /**
     * Takes the baton: proves that the own znode stands, that the old holder's does not, and that nobody was faster.
     *
     * <p>The own znode is written, not just checked: that wakes the one behind, who is next in line now and has a lease
     * to renew from here on.
     *
     * <p>Creating the old holder's name fails while that exists, so the transaction itself proves the absence; it is
     * deleted again in the same transaction and nobody ever sees it.
     */
    static void claim(
            ZooKeeper handle, ElectionPaths paths, CandidateRecord self, Action.Claim claim, Consumer<Event> tell) {
        BatonRecord.Holder next = new BatonRecord.Holder(
                claim.own().name(), self.candidateId(), claim.own().sequence());
        BatonRecord record = claim.seen()
                .record()
                .follow(next, BatonRecord.CLAIMED, Instant.now(), claim.seen().zxid());
        List<Op> ops = new ArrayList<>();
        ops.add(Op.setData(paths.candidate(claim.own().name()), self.encode(), -1));
        claim.seen().holder().map(paths::candidate).ifPresent(old -> {
            ops.add(Op.create(old, new byte[0], paths.candidateAcl(), CreateMode.PERSISTENT));
            ops.add(Op.delete(old, -1));
        });
        ops.add(Op.setData(paths.baton(), record.encode(), claim.seen().version()));
        handle.multi(
                ops,
                (rc, path, context, results) -> {
                    if (rc == Code.OK.intValue()) {
                        Stat stat = ((OpResult.SetDataResult) results.get(results.size() - 1)).getStat();
                        tell.accept(new Event.Claimed(claim.round(), stat.getMzxid(), stat.getVersion()));
                    } else if (isCondition(rc)) {
                        tell.accept(new Event.Refused(claim.round()));
                    } else {
                        tell.accept(new Event.Failed(
                                claim.round(), Failures.of(handle, "Claiming the baton", paths.baton(), rc)));
                    }
                },
                null);
    }

    /** Hands the baton over, wakes the successor by writing its znode unchanged, and leaves the queue. */
    static void pass(ZooKeeper handle, ElectionPaths paths, Action.Pass pass, Consumer<Event> tell) {
        Event.Successor successor = pass.successor();
        int sequence = CandidateName.parse(successor.znode()).orElseThrow().sequence();
        BatonRecord.Holder next =
                new BatonRecord.Holder(successor.znode(), CandidateRecord.idOf(successor.data()), sequence);
        BatonRecord record = pass.seen()
                .record()
                .follow(next, BatonRecord.PASSED, Instant.now(), pass.seen().zxid());
        List<Op> ops = List.of(
                Op.setData(paths.baton(), record.encode(), pass.seen().version()),
                Op.setData(paths.candidate(successor.znode()), successor.data(), successor.version()),
                Op.delete(paths.candidate(pass.own().name()), -1));
        handle.multi(
                ops,
                (rc, path, context, results) -> {
                    if (rc == Code.OK.intValue()) {
                        tell.accept(new Event.Passed(pass.round()));
                    } else if (isCondition(rc)) {
                        tell.accept(new Event.Refused(pass.round()));
                    } else {
                        tell.accept(new Event.Failed(
                                pass.round(), Failures.of(handle, "Passing the baton", paths.baton(), rc)));
                    }
                },
                null);
    }

    /** Writes the holder's znode as it is: its watch tells it, and it looks who stands. */
    static void ask(ZooKeeper handle, ElectionPaths paths, Action.Ask ask, Consumer<Event> tell) {
        handle.getData(
                paths.candidate(ask.holder()),
                false,
                (rc, path, context, data, stat) -> {
                    if (rc == Code.OK.intValue()) {
                        handle.setData(
                                path,
                                data,
                                stat.getVersion(),
                                (written, p, c, s) -> tell.accept(asked(handle, ask, p, written)),
                                null);
                    } else {
                        tell.accept(asked(handle, ask, path, rc));
                    }
                },
                null);
    }

    /** A holder that is gone, or that was written meanwhile, need not be told any more. */
    private static Event asked(ZooKeeper handle, Action.Ask ask, String path, int rc) {
        return rc == Code.OK.intValue() || isCondition(rc)
                ? new Event.Asked(ask.round())
                : new Event.Failed(ask.round(), Failures.of(handle, "Asking for the baton by touching", path, rc));
    }

    private static boolean isCondition(int rc) {
        Code code = Code.get(rc);
        return code == Code.NONODE || code == Code.BADVERSION || code == Code.NODEEXISTS;
    }
}
