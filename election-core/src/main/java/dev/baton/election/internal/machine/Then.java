package dev.baton.election.internal.machine;

import java.util.Optional;
import java.util.Set;

/**
 * What comes after the own znode is gone.
 *
 * @param closes whether that is the end
 * @param obstacles otherwise, what keeps from joining again
 */
record Then(boolean closes, Set<Obstacle> obstacles) {

    /** Join again, at the back of the queue. */
    static final Then REJOIN = new Then(false, Set.of());
    /** Nothing any more. */
    static final Then CLOSE = new Then(true, Set.of());

    /** What an event asks for that wants the candidate out of the queue, if it is one. */
    static Optional<Then> wanted(Event event) {
        if (event instanceof Event.CloseAsked) {
            return Optional.of(CLOSE);
        }
        return event instanceof Event.Unwell ? Optional.of(REJOIN.behind(Obstacle.UNWELL)) : Optional.empty();
    }

    /** The same, with something more in the way. */
    Then behind(Obstacle obstacle) {
        return new Then(closes, Obstacle.and(obstacles, obstacle));
    }

    /** The same, after an event that concerns what comes later. */
    Then after(Event event) {
        return new Then(closes || event instanceof Event.CloseAsked, Obstacle.after(obstacles, event));
    }

    /** The state that follows when the own znode is gone, or will go with its session. */
    Step follow(Stamp at, boolean connected) {
        if (closes) {
            return Closed.closing(at).after(new Action.Unwatch());
        }
        Stamp next = at.next();
        Set<Obstacle> all = connected ? obstacles : Obstacle.and(obstacles, Obstacle.NO_SESSION);
        Step step = new Outside(next, all).joinIfFree();
        Step timed = all.contains(Obstacle.COOLING_DOWN) ? step.after(new Action.CoolDown(next.round())) : step;
        return timed.after(new Action.Unwatch());
    }
}
