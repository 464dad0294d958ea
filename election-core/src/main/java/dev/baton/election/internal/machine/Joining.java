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
 * @param leaving what comes then, if it is to leave as soon as that is known
 * @param attempt how many attempts have failed
 */
record Joining(Stamp at, boolean unsettled, Optional<Then> leaving, int attempt) implements State {

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
            return new Joining(at, true, leaving, attempt).settle();
        }
        if (event instanceof Event.SessionEnded) {
            return leaving.orElse(Then.REJOIN).follow(at, false);
        }
        return leave(event);
    }

    /** A create may be under way: only the server knows. Requests of a session are served in order. */
    private Step leave(Event event) {
        if (leaving.isPresent()) {
            return Step.to(new Joining(at, unsettled, leaving.map(then -> then.after(event)), attempt));
        }
        Optional<Then> wanted = Then.wanted(event);
        return wanted.isPresent() ? new Joining(at, unsettled, wanted, 0).settle() : stay();
    }

    private Step found(String name) {
        Own own = CandidateName.parse(name)
                .map(parsed -> new Own(name, parsed.sequence()))
                .orElseThrow(() -> new IllegalStateException("created '" + name + "', which is no candidate's name"));
        if (leaving.isPresent()) {
            return State.leave(at, own, leaving.get());
        }
        if (CandidateName.parse(name).filter(CandidateName::isOrdered).isEmpty()) {
            return State.leave(at, own, Then.REJOIN.behind(Obstacle.COOLING_DOWN))
                    .after(new Action.Report(limitReached(own)));
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
        return leaving.map(then -> then.follow(at, true))
                .orElseGet(() -> new Joining(at, false, leaving, attempt).create());
    }

    private Step failed(Failure failure) {
        Stamp next = at.next();
        return Step.to(
                new Joining(next, unsettled || failure.isOutcomeUnknown(), leaving, attempt + 1),
                new Action.Report(failure),
                new Action.Retry(next.round(), attempt));
    }

    private Step again() {
        return leaving.isPresent() || unsettled ? settle() : create();
    }

    private Step create() {
        Stamp next = at.next();
        return Step.to(new Joining(next, unsettled, leaving, attempt), new Action.Join(next.round(), next.instance()));
    }

    private Step settle() {
        Stamp next = at.next();
        return Step.to(
                new Joining(next, unsettled, leaving, attempt), new Action.Settle(next.round(), next.instance()));
    }
}
