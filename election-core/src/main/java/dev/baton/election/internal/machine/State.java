package dev.baton.election.internal.machine;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where a candidate stands. Each state holds what is true in it, and nothing else.
 *
 * <pre>
 * Outside → Joining → Looking ⇄ Queued → Claiming → Holding → Leading → Yielding → Passing → Outside, or Closed
 *                        └──── the baton was passed to us ──────┘          └──── Leaving ────┘
 * </pre>
 */
public sealed interface State
        permits Outside, Joining, Looking, Queued, Claiming, Holding, Leading, Yielding, Passing, Leaving, Closed {

    /**
     * The first state of an election object, which has no session yet.
     *
     * @param well whether it may stand before a health check has passed
     */
    static State initial(String object, boolean well) {
        return new Outside(
                new Stamp(object, 0, 0),
                well ? Set.of(Obstacle.NO_SESSION) : Set.of(Obstacle.NO_SESSION, Obstacle.UNWELL));
    }

    /** Whose state it is, and the round whose replies count. */
    Stamp at();

    /** What follows from an event that has passed the door; every pair of state and event has an answer. */
    Step on(Event event);

    /** The candidate's own znode, if it is known to have one. */
    default Optional<Own> node() {
        return Optional.empty();
    }

    /** How many are ahead in the queue, while it waits there. */
    default Optional<Integer> position() {
        return Optional.empty();
    }

    /** The one that it waits for, while it does. */
    default Optional<String> watched() {
        return Optional.empty();
    }

    /** The znode that the baton named when it was read last, while it waits. */
    default Optional<String> holder() {
        return Optional.empty();
    }

    /** How many attempts have failed since one succeeded; the next wait is as long as this says. */
    default int attempt() {
        return 0;
    }

    /** One word for people. */
    default String phase() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** What people are told when this state is entered; empty for a step on the way to another. */
    default Optional<String> announcement() {
        return Optional.empty();
    }

    /** What follows from any event: replies of an earlier round are dropped here, once for all states. */
    default Step handle(Event event) {
        if (event instanceof Event.Reply reply && reply.round() != at().round()) {
            return stay();
        }
        return on(event);
    }

    /** Nothing follows. */
    default Step stay() {
        return Step.to(this);
    }

    /** Derives everything from ZooKeeper again. */
    static Step look(Stamp at, Own own) {
        Stamp next = at.next();
        return Step.to(new Looking(next, own, 0), new Action.Look(next.round(), own.name()));
    }

    /** Derives everything again, but after a pause, as something did not work. */
    static Step lookLater(Stamp at, Own own, int attempt, Failure failure) {
        Stamp next = at.next();
        return Step.to(
                new Looking(next, own, attempt + 1),
                new Action.Report(failure),
                new Action.Retry(next.round(), attempt));
    }

    /** Joins with a new znode, as the old one is gone. */
    static Step rejoin(Stamp at) {
        Stamp next = at.rejoin();
        return Step.to(
                new Joining(next, false, Optional.empty(), 0),
                new Action.StopRenewing(),
                new Action.Unwatch(),
                new Action.Join(next.round(), next.instance()));
    }

    /** The session is over and there was no term: wait for the next one. */
    static Step sessionEnded(Stamp at) {
        return Then.REJOIN.follow(at, false).after(new Action.StopRenewing());
    }

    /** Deletes the own znode; a znode is never forgotten without being deleted. */
    static Step leave(Stamp at, Own own, Then then) {
        Stamp next = at.next();
        return Step.to(
                new Leaving(next, own, then, 0),
                new Action.StopRenewing(),
                new Action.Remove(next.round(), own.name()));
    }
}
