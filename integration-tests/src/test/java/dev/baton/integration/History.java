package dev.baton.integration;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.FencingToken;
import dev.baton.integration.candidate.Journal;
import dev.baton.integration.candidate.Sighting;
import dev.baton.integration.candidate.Sighting.Crashed;
import dev.baton.integration.candidate.Sighting.Elected;
import dev.baton.integration.candidate.Sighting.Held;
import dev.baton.integration.candidate.Sighting.Outcome;
import dev.baton.integration.candidate.Sighting.Revoked;
import dev.baton.integration.candidate.Sighting.Stopped;
import dev.baton.integration.candidate.Sighting.Way;
import dev.baton.integration.candidate.Sighting.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The journals of all candidates of an election, and the ledger that they wrote, as one history on the machine's one
 * monotonic clock.
 *
 * @param journal what the candidates saw
 * @param ledger the tokens of the ledger's entries, in ZooKeeper's order
 */
record History(List<Journal.Line> journal, List<FencingToken> ledger) {

    /** A term as far as it is known to have been held: from a moment when it was to a moment when it was. */
    record Term(String candidate, FencingToken token, long from, long to) {}

    /** The terms that were held, in the order in which they began. */
    List<Term> terms() {
        return journal.stream()
                .filter(line -> line.sighting() instanceof Held)
                .collect(Collectors.groupingBy(line -> ((Held) line.sighting()).token()))
                .values()
                .stream()
                .map(History::termOf)
                .sorted(comparingLong(Term::from))
                .toList();
    }

    /** What must be true whatever happened. */
    void assertSafe() {
        assertThat(terms()).as("terms held").isNotEmpty();
        assertOneTermAtATime();
        assertTokensGrow();
        assertEachEndIsToldOnce();
        assertStaleWritesAreRefused();
        assertLedgerIsWhatWasAccepted();
        assertThat(sightings(Crashed.class))
                .as("threads of the candidates that died")
                .isEmpty();
    }

    /** R2, R6: no instant at which two terms were held. */
    private void assertOneTermAtATime() {
        List<Term> terms = terms();
        for (int i = 1; i < terms.size(); i++) {
            for (Term earlier : terms.subList(0, i)) {
                assertThat(earlier.to())
                        .as("the end of %s, before the beginning of %s", earlier, terms.get(i))
                        .isLessThan(terms.get(i).from());
            }
        }
    }

    /** R5: in the order of the terms, and in the order in which ZooKeeper accepted the leaders' writes. */
    private void assertTokensGrow() {
        assertThat(terms())
                .extracting(Term::token)
                .as("tokens in the order of their terms")
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(sightings(Elected.class).map(Elected::token))
                .as("tokens of the terms told of")
                .doesNotHaveDuplicates();
        assertThat(ledger).as("tokens of the ledger").isNotEmpty().isSorted();
    }

    /** R11: an end is told at most once, and only of a term whose beginning was told by the same candidate. */
    private void assertEachEndIsToldOnce() {
        Map<String, FencingToken> inOffice = new HashMap<>();
        for (Journal.Line line : journal) {
            if (line.sighting() instanceof Elected elected) {
                assertThat(inOffice.put(line.candidate(), elected.token()))
                        .as("the term that %s was in when it was told of %s", line.candidate(), elected.token())
                        .isNull();
            } else if (line.sighting() instanceof Revoked revoked) {
                assertThat(inOffice.remove(line.candidate()))
                        .as("the term that %s was in when it was told of an end", line.candidate())
                        .isEqualTo(revoked.token());
            }
        }
    }

    /** R13: nothing is written with a term that was found to be over. */
    private void assertStaleWritesAreRefused() {
        assertThat(sightings(Write.class).filter(Write::stale))
                .as("writes with a term that is over")
                .allMatch(write -> write.outcome() == Outcome.REFUSED);
    }

    /** R13: what was accepted is there, what was refused is not. */
    private void assertLedgerIsWhatWasAccepted() {
        Map<FencingToken, Long> entries =
                ledger.stream().collect(Collectors.groupingBy(token -> token, Collectors.counting()));
        Map<FencingToken, List<Journal.Line>> tried = journal.stream()
                .filter(line -> line.sighting() instanceof Write write && write.way() == Way.COMMIT)
                .collect(Collectors.groupingBy(line -> ((Write) line.sighting()).token()));
        assertThat(tried.keySet()).as("whose entries can be in the ledger").containsAll(entries.keySet());
        tried.forEach((token, writes) -> {
            long accepted = count(writes, Outcome.ACCEPTED);
            long unsaid = ended(writes.get(0).candidate()) ? 0 : 1;
            assertThat(entries.getOrDefault(token, 0L))
                    .as("entries with the token %s", token)
                    .isBetween(accepted, accepted + count(writes, Outcome.UNKNOWN) + unsaid);
        });
    }

    /** Whether a candidate lived to say what became of all its writes. */
    private boolean ended(String candidate) {
        return journal.stream()
                .anyMatch(line -> line.candidate().equals(candidate) && line.sighting() instanceof Stopped);
    }

    private static long count(List<Journal.Line> writes, Outcome outcome) {
        return writes.stream()
                .filter(line -> ((Write) line.sighting()).outcome() == outcome)
                .count();
    }

    private <T extends Sighting> Stream<T> sightings(Class<T> kind) {
        return journal.stream()
                .map(Journal.Line::sighting)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private static Term termOf(List<Journal.Line> lines) {
        List<Held> spans = new ArrayList<>();
        lines.forEach(line -> spans.add((Held) line.sighting()));
        Held first = spans.stream().min(comparingLong(Held::from)).orElseThrow();
        Held last = spans.stream().max(comparingLong(Held::to)).orElseThrow();
        return new Term(lines.get(0).candidate(), first.token(), first.from(), last.to());
    }
}
