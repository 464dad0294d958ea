package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Creates the own znode.
 *
 * <p>A create whose answer was lost is settled by looking for its instance, which no other join has, and by comparing
 * the owner with the session: a second create could leave a first znode behind that blocks everyone (fault C1).
 *
 * @param at whose state it is
 * @param unsettled whether a create may have left a znode, as its answer was lost
 * @param closing whether it is to leave as soon as that is known
 * @param attempt how many attempts have failed
 */
record Joining(Stamp at, boolean unsettled, boolean closing, int attempt) implements State {

    @Override
    public Step on(Event event) {
        if (event instanceof Event.Joined joined) {
            return found(joined.name());
        }
        if (event instanceof Event.NoParent) {
            return Step.to(this, new Action.Prepare(at.round()));
        }
        if (event instanceof Event.Prepared) {
            return create();
        }
        if (event instanceof Event.Settled settled) {
            return settled.name().map(this::found).orElseGet(this::notThere);
        }
        if (event instanceof Event.Failed failed) {
            return failed(failed.failure());
        }
        if (event instanceof Event.RetryDue) {
            return again();
        }
        if (event instanceof Event.ReviewDue) {
            return new Joining(at, true, closing, attempt).settle();
        }
        if (event instanceof Event.CloseAsked) {
            // A create may be under way: only the server knows. Requests of a session are served in order.
            return new Joining(at, unsettled, true, 0).settle();
        }
        if (event instanceof Event.SessionEnded) {
            return closing ? Closed.closing(at) : State.sessionEnded(at);
        }
        return stay();
    }

    private Step found(String name) {
        Own own = CandidateName.parse(name)
                .map(parsed -> new Own(name, parsed.sequence()))
                .orElseThrow(() -> new IllegalStateException("created '" + name + "', which is no candidate's name"));
        if (closing) {
            return State.leave(at, own, Then.CLOSE, true);
        }
        if (CandidateName.parse(name).filter(CandidateName::isOrdered).isEmpty()) {
            return State.leave(at, own, Then.COOL_DOWN, true).after(new Action.Report(limitReached(own)));
        }
        return State.look(at, own);
    }

    private static Failure limitReached(Own own) {
        return new Failure(
                Failure.Kind.SEQUENCE_LIMIT,
                "The znode " + own.name() + " has the sequence number " + own.sequence() + ", but from "
                        + CandidateName.SEQUENCE_LIMIT + " on they do not order a queue safely. Move all candidates to"
                        + " a fresh election path, or close them all, delete the path and start them again",
                Optional.empty());
    }

    private Step notThere() {
        return closing ? Closed.closing(at) : new Joining(at, false, false, attempt).create();
    }

    private Step failed(Failure failure) {
        Stamp next = at.next();
        return Step.to(
                new Joining(next, unsettled || failure.isOutcomeUnknown(), closing, attempt + 1),
                new Action.Report(failure),
                new Action.Retry(next.round(), attempt));
    }

    private Step again() {
        return closing || unsettled ? settle() : create();
    }

    private Step create() {
        Stamp next = at.next();
        return Step.to(new Joining(next, unsettled, closing, attempt), new Action.Join(next.round(), next.instance()));
    }

    private Step settle() {
        Stamp next = at.next();
        return Step.to(
                new Joining(next, unsettled, closing, attempt), new Action.Settle(next.round(), next.instance()));
    }
}
