package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.election.FencingToken;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tokens grow: from term to term, and from entry to entry of the ledger in ZooKeeper's own order. */
final class Tokens {
    private Tokens() {}

    static List<Finding> findings(History history) {
        List<Finding> findings = new ArrayList<>();
        List<Term> terms = history.terms();
        for (int i = 1; i < terms.size(); i++) {
            Term before = terms.get(i - 1);
            Term next = terms.get(i);
            if (next.token().compareTo(before.token()) <= 0) {
                findings.add(found(next + " began after " + before + ", whose token is not less", next.from()));
            }
        }
        findings.addAll(toldTwice(history));
        findings.addAll(ledger(history));
        return findings;
    }

    private static List<Finding> toldTwice(History history) {
        List<Finding> findings = new ArrayList<>();
        Map<FencingToken, String> told = new HashMap<>();
        for (Line line : history.lines()) {
            if (line.sighting() instanceof Elected elected) {
                String other = told.putIfAbsent(elected.token(), line.by());
                if (other != null) {
                    findings.add(found(
                            "the token " + elected.token() + " was given to " + other + " and to " + line.by(),
                            elected.nanos()));
                }
            }
        }
        return findings;
    }

    /** By what was acknowledged and, where it was read, by the ledger itself. */
    private static List<Finding> ledger(History history) {
        Map<Long, Entry> byNumber = new TreeMap<>();
        history.sightings(Write.class)
                .filter(write -> write.outcome() == Outcome.ACCEPTED && write.entry() >= 0)
                .forEach(write -> byNumber.put(write.entry(), new Entry(write.token(), write.entry(), write.end())));
        history.sightings(Entry.class)
                .sorted(comparingLong(Entry::number))
                .forEach(entry -> byNumber.putIfAbsent(entry.number(), entry));
        List<Finding> findings = new ArrayList<>();
        Entry greatest = null;
        for (Entry entry : byNumber.values()) {
            if (greatest != null && entry.token().compareTo(greatest.token()) < 0) {
                findings.add(found(
                        "entry " + entry.number() + " of the ledger has the token " + entry.token() + ", though entry "
                                + greatest.number() + " has " + greatest.token(),
                        entry.nanos()));
            } else {
                greatest = entry;
            }
        }
        return findings;
    }

    private static Finding found(String text, long at) {
        return new Finding(Rule.TOKENS_GROW, text, at, at);
    }
}
