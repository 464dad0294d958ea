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
        if ((event instanceof Event.NodeGone gone && gone.name().equals(own.name())) || ownIsMissing(event)) {
            return out(Ending.ZNODE_DELETED, true);
        }
        if (event instanceof Event.SessionEnded) {
            return out(Ending.SESSION_LOST, false);
        }
        if (event instanceof Event.BatonTouched || batonIsAnother(event)) {
            return leave(Ending.BATON_TAKEN);
        }
        if (event instanceof Event.LeaseLapsed) {
            return leave(Ending.LEASE_EXPIRED);
        }
        if (event instanceof Event.Disconnected) {
            return leave(Ending.DISCONNECTED);
        }
        return handOver(event).orElseGet(() -> keep(event));
    }

    /** What follows if the event ends the term by the holder's own will. */
    private Optional<Step> handOver(Event event) {
        if (event instanceof Event.ResignAsked) {
            return Optional.of(giveUp(Ending.RESIGNED, Then.REJOIN, Optional.empty()));
        }
        if (event instanceof Event.PassAsked asked) {
            return Optional.of(giveUp(Ending.PASSED, Then.REJOIN, Optional.of(asked.heir())));
        }
        if (event instanceof Event.CallbackFailed) {
            Then then = Then.REJOIN.behind(Obstacle.COOLING_DOWN);
            return Optional.of(giveUp(Ending.CALLBACK_FAILED, then, Optional.empty()));
        }
        if (event instanceof Event.Seen seen) {
            Queue queue = Queue.of(seen.children());
            return seen.heir()
                    .filter(heir -> queue.contains(heir) && !heir.equals(own.name()))
                    .or(() -> queue.preferredTo(own.priority(), at.object()))
                    .map(heir -> giveUp(Ending.PASSED, Then.REJOIN, Optional.of(heir)));
        }
        Ending ending = event instanceof Event.CloseAsked ? Ending.CLOSED : Ending.UNHEALTHY;
        return Then.wanted(event).map(then -> giveUp(ending, then, Optional.empty()));
    }

    private Step keep(Event event) {
        if (event instanceof Event.Failed failed) {
            Stamp next = at.next();
            return Step.to(
                    new Leading(next, own, zxid, version),
                    new Action.Report(failed.failure()),
                    new Action.Retry(next.round(), PATIENT));
        }
        if (event instanceof Event.NodeChanged) {
            return check(new Action.Look(at.next().round(), own.name()));
        }
        boolean inDoubt = event instanceof Event.Reconnected
                || event instanceof Event.ReviewDue
                || event instanceof Event.RetryDue;
        return inDoubt ? check(new Action.Watch(at.next().round(), own.name())) : stay();
    }

    /** Sets both watches again; a look also tells who stands, for one of them may have asked for the baton. */
    private Step check(Action.Request ofOwnZnode) {
        Stamp next = at.next();
        return Step.to(new Leading(next, own, zxid, version), ofOwnZnode, new Action.WatchBaton(next.round()));
    }

    private boolean ownIsMissing(Event event) {
        if (event instanceof Event.Seen seen) {
            return !seen.ownThere();
        }
        return event instanceof Event.Watched watched && watched.name().equals(own.name()) && !watched.there();
    }

    private boolean batonIsAnother(Event event) {
        return event instanceof Event.BatonWatched watched && !watched.version().equals(Optional.of(version));
    }

    private Step out(Ending ending, boolean connected) {
        return Then.REJOIN
                .behind(Obstacle.LISTENER_BUSY)
                .follow(at, connected)
                .after(new Action.End(ending), new Action.StopRenewing());
    }

    private Step leave(Ending ending) {
        return State.leave(at, own, Then.REJOIN.behind(Obstacle.LISTENER_BUSY)).after(new Action.End(ending));
    }

    private Step giveUp(Ending ending, Then then, Optional<String> heir) {
        Stamp next = at.next();
        return Step.to(
                new Yielding(next, own, then.behind(Obstacle.LISTENER_BUSY), heir),
                new Action.End(ending),
                new Action.StopRenewing(),
                new Action.Patience(next.round()));
    }
}
