package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * The end.
 *
 * @param at whose state it was
 */
record Closed(Stamp at) implements State {

    static Step closing(Stamp at) {
        return Step.to(new Closed(at.next()), new Action.StopRenewing(), new Action.Finish());
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of("closed");
    }

    @Override
    public Step on(Event event) {
        return stay();
    }
}
