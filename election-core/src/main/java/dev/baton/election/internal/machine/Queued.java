package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Stands in the queue and watches one other: the predecessor, or the holder if that is another and nobody is ahead.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param position how many are ahead
 * @param baton the baton as it was read last
 * @param watched the one that is watched
 * @param attempt how many attempts to stand here have failed: a look that succeeds does not shorten the next wait
 */
record Queued(Stamp at, Own own, int position, Baton baton, String watched, int attempt) implements State {

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
        return step.after(isNext ? new Action.Renew(own.name(), Optional.empty()) : new Action.StopRenewing());
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
    public Optional<String> announcement() {
        return Optional.of("queued at position " + position + " as " + own.name() + ", behind " + watched);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.NodeGone gone) {
            return gone(gone.name());
        }
        if (event instanceof Event.Watched reply) {
            return reply.there() ? Step.to(new Queued(at, own, position, baton, watched, 0)) : gone(reply.name());
        }
        if (event instanceof Event.NodeChanged
                || event instanceof Event.ReviewDue
                || event instanceof Event.Reconnected) {
            return State.look(at, own);
        }
        if (event instanceof Event.Failed failed) {
            return State.lookLater(at, own, attempt, failed.failure());
        }
        if (event instanceof Event.CloseAsked) {
            return State.leave(at, own, Then.CLOSE, true);
        }
        if (event instanceof Event.SessionEnded) {
            return State.sessionEnded(at);
        }
        return stay();
    }

    private Step gone(String name) {
        if (name.equals(own.name())) {
            return State.rejoin(at);
        }
        if (!name.equals(watched)) {
            return stay();
        }
        // Names are handed out in order, so nobody can have come ahead: if the holder alone was, the turn is ours.
        boolean onlyHolderWasAhead = position <= 1 && baton.holder().equals(Optional.of(watched));
        return onlyHolderWasAhead ? claim(at, own, baton, attempt) : State.look(at, own);
    }
}
