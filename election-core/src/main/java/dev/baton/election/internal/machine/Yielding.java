package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Has given the term up and lets the listener finish its work before the baton goes on: until then nobody else leads.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param then what comes after the hand-over
 */
record Yielding(Stamp at, Own own, Then then) implements State {

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of("gives up " + own.name() + " when its listener has finished");
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.Told) {
            return Passing.begin(at, own, then, true);
        }
        if (event instanceof Event.PatienceOver) {
            return Passing.begin(at, own, then, false);
        }
        if (event instanceof Event.CloseAsked) {
            return Step.to(new Yielding(at, own, Then.CLOSE), new Action.Patience(at.round()));
        }
        if (event instanceof Event.NodeGone gone && gone.name().equals(own.name())) {
            return then.follow(at, true, false);
        }
        if (event instanceof Event.SessionEnded) {
            return then.follow(at, false, false);
        }
        return stay();
    }
}
