package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.State;
import java.util.Optional;

/** The one line that a change of state is worth in the log: always with path and id, and with the token in a term. */
final class Announcement {

    private Announcement() {}

    /** What to say of a change; nothing for steps that are on the way to another. */
    static Optional<String> of(Place place, State after, Optional<Term> term) {
        return after.announcement().map(what -> {
            String token = term.map(held -> " token=" + held.token()).orElse("");
            return place.path() + " " + place.candidateId() + token + ": " + what;
        });
    }
}
