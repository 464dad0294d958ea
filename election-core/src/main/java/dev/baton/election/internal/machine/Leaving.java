package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Deletes the own znode, for as long as that takes.
 *
 * @param at whose state it is
 * @param own the own znode
 * @param then what comes after
 * @param attempt how many attempts have failed
 */
record Leaving(Stamp at, Own own, Then then, int attempt) implements State {

    @Override
    public Optional<Own> node() {
        return Optional.of(own);
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of("leaves, deleting " + own.name());
    }

    @Override
    public Step on(Event event) {
        boolean removed = event instanceof Event.Removed reply && reply.name().equals(own.name());
        boolean gone = event instanceof Event.NodeGone node && node.name().equals(own.name());
        if (removed || gone) {
            return then.follow(at, true);
        }
        if (event instanceof Event.Failed failed) {
            Stamp next = at.next();
            return Step.to(
                    new Leaving(next, own, then, attempt + 1),
                    new Action.Report(failed.failure()),
                    new Action.Retry(next.round(), attempt));
        }
        if (event instanceof Event.RetryDue || event instanceof Event.ReviewDue) {
            Stamp next = at.next();
            return Step.to(new Leaving(next, own, then, attempt), new Action.Remove(next.round(), own.name()));
        }
        if (event instanceof Event.SessionEnded) {
            return then.follow(at, false);
        }
        return Step.to(new Leaving(at, own, then.after(event), attempt));
    }
}
