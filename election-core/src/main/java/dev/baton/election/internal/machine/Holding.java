package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * The baton names the own znode, but the session's lease is not held yet; who was next in line has it already.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param zxid the transaction that passed the baton
 * @param version the baton's data version
 * @param attempt how many attempts have failed
 */
record Holding(Stamp at, Own own, long zxid, int version, int attempt) implements State {

    static Step take(Stamp at, Own own, long zxid, int version, int attempt) {
        Stamp next = at.next();
        return Step.to(
                new Holding(next, own, zxid, version, attempt),
                new Action.WatchBaton(next.round()),
                new Action.Renew(own.name(), Optional.of(version)));
    }

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.LeaseHeld) {
            // The round stays: the answer about the baton's watch may still be on its way.
            return Step.to(new Leading(at, own, zxid, version), new Action.Begin(own, zxid, version));
        }
        if ((event instanceof Event.NodeGone gone && gone.name().equals(own.name())) || ownIsMissing(event)) {
            return State.rejoin(at);
        }
        if (event instanceof Event.BatonTouched || event instanceof Event.ReviewDue || isAnother(event)) {
            return State.look(at, own);
        }
        if (event instanceof Event.Failed failed) {
            return State.lookLater(at, own, attempt, failed.failure());
        }
        if (event instanceof Event.CloseAsked) {
            return Passing.begin(at, own, Then.CLOSE, true);
        }
        if (event instanceof Event.SessionEnded) {
            return State.sessionEnded(at);
        }
        if (event instanceof Event.BatonWatched) {
            return Step.to(new Holding(at, own, zxid, version, 0));
        }
        return stay();
    }

    private boolean ownIsMissing(Event event) {
        return event instanceof Event.Watched watched && watched.name().equals(own.name()) && !watched.there();
    }

    private boolean isAnother(Event event) {
        return event instanceof Event.BatonWatched watched && !watched.version().equals(Optional.of(version));
    }
}
