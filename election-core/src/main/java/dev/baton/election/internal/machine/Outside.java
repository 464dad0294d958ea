package dev.baton.election.internal.machine;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Not in the queue, as something is in the way.
 *
 * @param at whose state it is
 * @param obstacles what is in the way
 */
record Outside(Stamp at, Set<Obstacle> obstacles) implements State {

    @Override
    public Optional<String> announcement() {
        return Optional.of(obstacles.stream()
                .sorted()
                .map(Obstacle::waitsFor)
                .collect(Collectors.joining(", and for ", "waits for ", "")));
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.CloseAsked) {
            return Closed.closing(at);
        }
        return new Outside(at, Obstacle.after(obstacles, event)).joinIfFree();
    }

    Step joinIfFree() {
        if (!obstacles.isEmpty()) {
            return stay();
        }
        Stamp next = at.rejoin();
        return Step.to(new Joining(next, false, Optional.empty(), 0), new Action.Join(next.round(), next.instance()));
    }
}
