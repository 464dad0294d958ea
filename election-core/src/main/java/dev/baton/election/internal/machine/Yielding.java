package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Has given the term up and lets the listener finish its work before the baton goes on: until then nobody else leads.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param then what comes after the hand-over
 * @param heir the znode of the one who is to have the baton; otherwise it is the next in line
 */
record Yielding(Stamp at, Own own, Then then, Optional<String> heir) implements State {

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
        if (event instanceof Event.Told || event instanceof Event.PatienceOver) {
            return Passing.begin(at, own, then.after(event), heir);
        }
        if (event instanceof Event.NodeGone gone && gone.name().equals(own.name())) {
            return then.follow(at, true);
        }
        if (event instanceof Event.SessionEnded) {
            return then.follow(at, false);
        }
        Step noted = Step.to(new Yielding(at, own, then.after(event), heir));
        return event instanceof Event.CloseAsked ? noted.after(new Action.Patience(at.round())) : noted;
    }
}
