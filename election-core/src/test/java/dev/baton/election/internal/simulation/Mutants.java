package dev.baton.election.internal.simulation;

import java.util.List;

/** Bugs that somebody could make, one or two lines each; the simulation must find every one of them. */
final class Mutants {

    private static final String NO_PROOF = "claim.seen().holder().ifPresent(old -> {";
    private static final String NO_PROOF_TO = "Optional.<String>empty().ifPresent(old -> {";
    private static final String OWN_TURN = "ahead <= 1 && baton.holder().equals(Optional.of(predecessor))";

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of("stale replies count", "machine/State", "reply.round() != at().round()", "reply.round() < 0"),
                Mutant.of(
                        "own znode not watched",
                        "machine/SimulatedPlace",
                        "zooKeeper.read(path(look.own()), watcher)",
                        "zooKeeper.read(path(look.own()))"),
                Mutant.of(
                        "predecessor not watched",
                        "machine/SimulatedPlace",
                        "zooKeeper.read(path(watch.name()), watcher)",
                        "zooKeeper.read(path(watch.name()))"),
                Mutant.of(
                        "baton not watched after a claim or a pass",
                        "machine/Holding",
                        "new Action.WatchBaton(next.round()),",
                        ""),
                Mutant.of(
                                "no absence proof, and claims whoever was ahead",
                                "machine/SimulatedPlace",
                                NO_PROOF,
                                NO_PROOF_TO)
                        .and("machine/Queued", OWN_TURN, "true"),
                Mutant.of("claims whoever was ahead", "machine/Queued", OWN_TURN, "true"),
                Mutant.of(
                        "claims without the baton's version",
                        "machine/SimulatedPlace",
                        "\"claimed\"), claim.seen().version()",
                        "\"claimed\"), -1"),
                Mutant.of(
                        "lease from the last send",
                        "machine/Lease",
                        "newestAnsweredBy(sent - interval()).ifPresent",
                        "Optional.of(new Success(sent, answered)).ifPresent"),
                Mutant.of(
                        "lease a quarter longer than the session",
                        "machine/Lease",
                        "timeout / 10 * 9",
                        "timeout / 4 * 5"),
                Mutant.of("lease without a gap between successes", "machine/Lease", "sent - interval())", "sent)"),
                Mutant.of(
                        "renewals do not prove the baton",
                        "loop/ElectionDriver",
                        "wanted.batonVersion().map(place::baton).ifPresent(checks::add);",
                        ""),
                Mutant.of(
                        "deletion not tried again",
                        "machine/Leaving",
                        "new Action.Report(failed.failure()),\n                    new Action.Retry(next.round(), attempt));",
                        "new Action.Report(failed.failure()));"),
                Mutant.of(
                        "not looked again when the baton was made again",
                        "machine/Looking",
                        "event instanceof Event.Prepared || event",
                        "event"),
                Mutant.of(
                        "lapse ignored while leading",
                        "machine/Leading",
                        "if (event instanceof Event.LeaseLapsed) {",
                        "if (event instanceof Event.LeaseLapsed && version < 0) {"),
                Mutant.of(
                        "baton touch ignored while leading",
                        "machine/Leading",
                        "event instanceof Event.BatonTouched || batonIsAnother(event)",
                        "version < 0"),
                Mutant.of(
                        "session end ignored while leading",
                        "machine/Leading",
                        "if (event instanceof Event.SessionEnded) {",
                        "if (event instanceof Event.SessionEnded && version < 0) {"),
                Mutant.of(
                        "orphans not swept",
                        "machine/Looking",
                        "queue.straysOf(at.object(), own.name())",
                        "java.util.List.<String>of()"),
                Mutant.of(
                        "create not settled",
                        "machine/Joining",
                        "leaving.isPresent() || unsettled ? settle()",
                        "leaving.isPresent() ? settle()"),
                Mutant.of(
                        "leaves without deleting",
                        "machine/Leaving",
                        "if (removed || gone) {",
                        "if (removed || gone || event instanceof Event.Failed) {"),
                Mutant.of(
                        "passes without waiting for the listener",
                        "loop/ElectionDriver",
                        "alarms.patience(wanted.round(), listenerTime);",
                        "alarms.patience(wanted.round(), Duration.ZERO);"),
                Mutant.of(
                        "pass does not wake the successor",
                        "machine/SimulatedPlace",
                        "new Op.SetData(path(to.znode()), to.data(), to.version()),",
                        ""),
                Mutant.of(
                        "pass keeps the own znode",
                        "machine/SimulatedPlace",
                        "to.version()),\n                new Op.Delete(path(pass.own().name()), -1));",
                        "to.version()));"),
                Mutant.of(
                        "token is the sequence number",
                        "machine/Holding",
                        "new Action.Begin(own, zxid, version)",
                        "new Action.Begin(own, own.sequence(), version)"),
                Mutant.of(
                        "joins again before the listener was told",
                        "machine/Leading",
                        "return Then.REJOIN\n                .behind(Obstacle.LISTENER_BUSY)\n",
                        "return Then.REJOIN\n"),
                Mutant.of("never reviews", "loop/Alarms", "handle.accept(new Event.ReviewDue());", ""));
    }
}
