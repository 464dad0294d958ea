package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Reads the baton, then the queue, to see where the own znode stands.
 *
 * <p>In this order: with the queue read first, the holder could pass the baton to a newcomer in between, and it would
 * name someone who seems to be gone.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param attempt how many attempts have failed
 */
record Looking(Stamp at, Own own, int attempt) implements State {

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.Seen seen) {
            return seen(seen);
        }
        if (event instanceof Event.Prepared || event instanceof Event.RetryDue || event instanceof Event.ReviewDue) {
            return again();
        }
        if (event instanceof Event.NodeChanged changed && changed.name().equals(own.name())) {
            return again(); // what was read may be older than the change
        }
        if (event instanceof Event.NodeGone gone && gone.name().equals(own.name())) {
            return State.rejoin(at);
        }
        if (event instanceof Event.Failed failed) {
            return State.lookLater(at, own, attempt, failed.failure());
        }
        Optional<Then> out = Then.wanted(event);
        if (out.isPresent()) {
            return State.leave(at, own, out.get());
        }
        if (event instanceof Event.SessionEnded) {
            return State.sessionEnded(at);
        }
        return stay();
    }

    private Step again() {
        Stamp next = at.next();
        return Step.to(new Looking(next, own, attempt), new Action.Look(next.round(), own.name()));
    }

    private Step seen(Event.Seen seen) {
        Queue queue = Queue.of(seen.children());
        Optional<Integer> position = queue.position(own.name());
        if (!seen.ownThere() || position.isEmpty()) {
            return State.rejoin(at);
        }
        if (seen.baton().isEmpty()) {
            return Step.to(this, new Action.Prepare(at.round()));
        }
        Baton baton = seen.baton().get();
        Step step = baton.holder().equals(Optional.of(own.name()))
                ? Holding.take(at, own, baton.zxid(), baton.version(), attempt)
                : Queued.stand(at, own, queue, position.get(), baton, attempt);
        for (String stray : queue.straysOf(at.object(), own.name())) {
            step = step.after(new Action.Remove(step.next().at().round(), stray));
        }
        return step;
    }
}
