package dev.baton.election;

import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import java.time.Instant;
import java.util.List;

/**
 * A term that is over, as the baton remembers it.
 *
 * @param candidateId who led
 * @param token the token of the term
 * @param since when it began, by wall clocks; for people only
 * @param until when the next one began
 * @param handedOver whether the holder passed the baton itself; otherwise it was found gone
 */
public record PastTerm(String candidateId, FencingToken token, Instant since, Instant until, boolean handedOver) {

    /** The terms that the baton remembers, newest first. */
    static List<PastTerm> of(Baton baton) {
        return baton.record().past().stream()
                .map(term -> new PastTerm(
                        term.candidateId(),
                        new FencingToken(term.zxid(), term.sequence()),
                        term.since(),
                        term.until(),
                        term.next().equals(BatonRecord.PASSED)))
                .toList();
    }
}
