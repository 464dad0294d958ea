package dev.baton.election.internal.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * What follows from an event.
 *
 * @param next the state from now on
 * @param actions what is to be done, in order
 */
public record Step(State next, List<Action> actions) {

    static Step to(State next, Action... actions) {
        return new Step(next, List.of(actions));
    }

    /** The same step, with these actions done first. */
    Step after(Action... first) {
        List<Action> all = new ArrayList<>(List.of(first));
        all.addAll(actions);
        return new Step(next, List.copyOf(all));
    }
}
