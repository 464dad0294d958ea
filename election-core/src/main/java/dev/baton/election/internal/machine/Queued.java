package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Stands in the queue and watches one other: the predecessor, or the holder if that is another and nobody is ahead.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param ahead how many are ahead
 * @param baton the baton as it was read last
 * @param predecessor the one that is watched
 * @param attempt how many attempts to stand here have failed: a look that succeeds does not shorten the next wait
 */
record Queued(Stamp at, Own own, int ahead, Baton baton, String predecessor, int attempt) implements State {

    /** Claims the baton if its holder is gone and nobody is ahead, and otherwise watches. */
    static Step stand(Stamp at, Own own, Queue queue, int position, Baton baton, int attempt) {
        Optional<String> holder = baton.holder().filter(queue::contains);
        if (position == 0 && holder.isEmpty()) {
            return claim(at, own, baton, attempt);
        }
        String watched = position == 0
                ? holder.orElseThrow()
                : queue.members().get(position - 1).text();
        Stamp next = at.next();
        Queued queued = new Queued(next, own, position, baton, watched, attempt);
        Step step = Step.to(queued, new Action.Watch(next.round(), watched));
        // If nobody holds the baton, the first in line is about to claim it.
        Optional<String> leader = holder.or(() -> queue.firstExcept(Optional.empty()));
        boolean isNext = queue.firstExcept(leader).equals(Optional.of(own.name()));
        return step.after(
                isNext || queued.outranksHolder()
                        ? new Action.Renew(own.name(), Optional.empty())
                        : new Action.StopRenewing());
    }

    private static Step claim(Stamp at, Own own, Baton baton, int attempt) {
        Stamp next = at.next();
        return Step.to(
                new Claiming(next, own, attempt),
                new Action.Renew(own.name(), Optional.empty()),
                new Action.Claim(next.round(), own, baton));
    }

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Optional<Integer> position() {
        return Optional.of(ahead);
    }

    @Override
    public Optional<String> watched() {
        return Optional.of(predecessor);
    }

    @Override
    public Optional<String> holder() {
        return baton.holder();
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of("queued at position " + ahead + " as " + own.name() + ", behind " + predecessor);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.NodeGone gone) {
            return gone(gone.name());
        }
        if (event instanceof Event.Watched reply) {
            return reply.there() ? quiet() : gone(reply.name());
        }
        if (event instanceof Event.AskDue) {
            return baton.holder()
                    .map(holder -> Step.to(this, new Action.Ask(at.round(), holder)))
                    .orElseGet(this::stay);
        }
        if (event instanceof Event.Asked) {
            return Step.to(withoutFailures());
        }
        if (event instanceof Event.NodeChanged
                || event instanceof Event.ReviewDue
                || event instanceof Event.Reconnected) {
            return State.look(at, own);
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

    /** Stands, and asks for the baton in a while if its holder wants it less: only the answer says that all works. */
    private Step quiet() {
        return outranksHolder() ? Step.to(this, new Action.AskLater(at.round())) : Step.to(withoutFailures());
    }

    private Queued withoutFailures() {
        return new Queued(at, own, ahead, baton, predecessor, 0);
    }

    /** Whoever may soon be asked to lead keeps the lease up, to lead without delay. */
    private boolean outranksHolder() {
        return baton.holder()
                .filter(holder -> own.priority() > CandidateName.priorityOf(holder))
                .isPresent();
    }

    private Step gone(String name) {
        if (name.equals(own.name())) {
            return State.rejoin(at);
        }
        if (!name.equals(predecessor)) {
            return stay();
        }
        // Names are handed out in order, so nobody can have come ahead: if the holder alone was, the turn is ours.
        boolean onlyHolderWasAhead = ahead <= 1 && baton.holder().equals(Optional.of(predecessor));
        return onlyHolderWasAhead ? claim(at, own, baton, attempt) : State.look(at, own);
    }
}
