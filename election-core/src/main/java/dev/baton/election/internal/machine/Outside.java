package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * Not in the queue: there is no session, or the listener has not returned yet from being told of the last term's end, or
 * it cools down.
 *
 * @param at whose state it is
 * @param connected whether there is a session
 * @param told whether the listener knows that the last term is over; who has no time to hear that cannot lead either
 * @param cooled whether the cool-down is over
 */
record Outside(Stamp at, boolean connected, boolean told, boolean cooled) implements State {

    @Override
    public Optional<String> announcement() {
        return Optional.of(
                connected
                        ? told ? "cools down after its listener threw" : "waits for its listener to return"
                        : "waits for a session");
    }

    @Override
    public Step on(Event event) {
        if (event instanceof Event.SessionOpened) {
            return new Outside(at, true, told, cooled).joinIfReady();
        }
        if (event instanceof Event.SessionEnded) {
            return Step.to(new Outside(at, false, told, cooled));
        }
        if (event instanceof Event.Told) {
            return new Outside(at, connected, true, cooled).joinIfReady();
        }
        if (event instanceof Event.RetryDue) {
            return new Outside(at, connected, told, true).joinIfReady();
        }
        if (event instanceof Event.CloseAsked) {
            return Closed.closing(at);
        }
        return stay();
    }

    Step joinIfReady() {
        if (!connected || !told || !cooled) {
            return stay();
        }
        Stamp next = at.rejoin();
        return Step.to(new Joining(next, false, false, 0), new Action.Join(next.round(), next.instance()));
    }
}
