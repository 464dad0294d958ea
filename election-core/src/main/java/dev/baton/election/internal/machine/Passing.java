package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Hands the baton to the next in line in one transaction, or, if that does not work at once, just leaves: the first in
 * the queue then claims.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param baton the baton as it was read before the successor was
 * @param then what comes after the hand-over
 * @param heir the znode of the one who is to have the baton; otherwise it is the next in line
 */
record Passing(Stamp at, Own own, Optional<Baton> baton, Then then, Optional<String> heir) implements State {

    static Step begin(Stamp at, Own own, Then then, Optional<String> heir) {
        Stamp next = at.next();
        return Step.to(
                new Passing(next, own, Optional.empty(), then, heir),
                new Action.StopRenewing(),
                new Action.Look(next.round(), own.name()));
    }

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.Seen seen) {
            return seen(seen);
        }
        if (event instanceof Event.SuccessorRead read) {
            return baton.flatMap(seen -> read.successor().map(next -> pass(seen, next)))
                    .orElseGet(this::justLeave);
        }
        if (event instanceof Event.Passed
                || (event instanceof Event.NodeGone gone && gone.name().equals(own.name()))) {
            return then.follow(at, true);
        }
        if (event instanceof Event.Refused || event instanceof Event.ReviewDue) {
            return justLeave();
        }
        if (event instanceof Event.Failed failed) {
            return justLeave().after(new Action.Report(failed.failure()));
        }
        if (event instanceof Event.SessionEnded) {
            return then.follow(at, false);
        }
        return Step.to(new Passing(at, own, baton, then.after(event), heir));
    }

    private Step seen(Event.Seen seen) {
        Queue queue = Queue.of(seen.children());
        Optional<String> successor = heir.filter(queue::contains).or(() -> queue.firstOfOthers(at.object()));
        boolean holds = seen.baton().flatMap(Baton::holder).equals(Optional.of(own.name()));
        if (!holds || successor.isEmpty()) {
            return justLeave();
        }
        Stamp next = at.next();
        return Step.to(
                new Passing(next, own, seen.baton(), then, heir),
                new Action.ReadSuccessor(next.round(), successor.get()));
    }

    private Step pass(Baton seen, Event.Successor successor) {
        Stamp next = at.next();
        return Step.to(new Passing(next, own, baton, then, heir), new Action.Pass(next.round(), own, seen, successor));
    }

    private Step justLeave() {
        return State.leave(at, own, then);
    }
}
