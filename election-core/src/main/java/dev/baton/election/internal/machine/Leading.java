package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Leads: the baton names the own znode, and the lease was held when the term began.
 *
 * <p>A term that is over never comes back: every way out ends it, and the next one has another znode.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param zxid the transaction that passed the baton: the token
 * @param version the baton's data version
 */
record Leading(Stamp at, Own own, long zxid, int version) implements State {

    private static final int PATIENT = 3;

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of("elected, as " + own.name());
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.NodeGone gone && gone.name().equals(own.name()) || ownIsMissing(event)) {
            return out(Ending.ZNODE_DELETED, true);
        }
        if (event instanceof Event.SessionEnded) {
            return out(Ending.SESSION_LOST, false);
        }
        if (event instanceof Event.BatonTouched || batonIsAnother(event)) {
            return State.leave(at, own, Then.REJOIN, false).after(new Action.End(Ending.BATON_TAKEN));
        }
        if (event instanceof Event.LeaseLapsed) {
            return State.leave(at, own, Then.REJOIN, false).after(new Action.End(Ending.LEASE_EXPIRED));
        }
        if (event instanceof Event.ResignAsked) {
            return giveUp(Ending.RESIGNED, Then.REJOIN);
        }
        if (event instanceof Event.CallbackFailed) {
            return giveUp(Ending.CALLBACK_FAILED, Then.COOL_DOWN);
        }
        if (event instanceof Event.CloseAsked) {
            return giveUp(Ending.CLOSED, Then.CLOSE);
        }
        return keep(event);
    }

    private Step keep(Event event) {
        if (event instanceof Event.Failed failed) {
            Stamp next = at.next();
            return Step.to(
                    new Leading(next, own, zxid, version),
                    new Action.Report(failed.failure()),
                    new Action.Retry(next.round(), PATIENT));
        }
        boolean inDoubt = event instanceof Event.Reconnected
                || event instanceof Event.ReviewDue
                || event instanceof Event.RetryDue
                || event instanceof Event.NodeChanged;
        if (inDoubt) {
            Stamp next = at.next();
            return Step.to(
                    new Leading(next, own, zxid, version),
                    new Action.Watch(next.round(), own.name()),
                    new Action.WatchBaton(next.round()));
        }
        return stay();
    }

    private boolean ownIsMissing(Event event) {
        return event instanceof Event.Watched watched && watched.name().equals(own.name()) && !watched.there();
    }

    private boolean batonIsAnother(Event event) {
        return event instanceof Event.BatonWatched watched && !watched.version().equals(Optional.of(version));
    }

    private Step out(Ending ending, boolean connected) {
        return Step.to(
                new Outside(at.next(), connected, false, true),
                new Action.End(ending),
                new Action.StopRenewing(),
                new Action.Unwatch());
    }

    private Step giveUp(Ending ending, Then then) {
        Stamp next = at.next();
        return Step.to(
                new Yielding(next, own, then),
                new Action.End(ending),
                new Action.StopRenewing(),
                new Action.Patience(next.round()));
    }
}
