package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Asks for the baton with one transaction that proves all it relies on.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param attempt how many attempts have failed
 */
record Claiming(Stamp at, Own own, int attempt) implements State {

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.Claimed claimed) {
            return Holding.take(at, own, claimed.zxid(), claimed.version(), 0)
                    .after(new Action.Watch(
                            at.next().round(), own.name())); // the claim wrote it, which used the watch up
        }
        if (event instanceof Event.Refused || event instanceof Event.NoParent || event instanceof Event.ReviewDue) {
            return State.look(at, own);
        }
        if (event instanceof Event.NodeGone gone && gone.name().equals(own.name())) {
            return State.rejoin(at);
        }
        if (event instanceof Event.Failed failed) {
            return State.lookLater(
                    at, own, attempt, failed.failure()); // if it was applied all the same, the baton says so
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
}
