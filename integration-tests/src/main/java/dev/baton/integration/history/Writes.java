package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.election.FencingToken;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Update;
import dev.baton.integration.history.Sighting.Way;
import dev.baton.integration.history.Sighting.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must be true of fenced writes, and what the unfenced ones show. */
final class Writes {
    private Writes() {}

    static List<Finding> findings(History history) {
        List<Finding> findings = new ArrayList<>(afterTheEnd(history));
        findings.addAll(overtaken(history));
        findings.addAll(lostUpdates(history, Store.FENCED));
        findings.addAll(ledger(history));
        return findings;
    }

    private static List<Finding> afterTheEnd(History history) {
        return history.sightings(Write.class)
                .filter(write -> write.stale() && write.outcome() == Outcome.ACCEPTED)
                .map(write -> stale(
                        "a " + write.way() + " with " + write.token()
                                + " was accepted, though isHeld() had been false before it was tried",
                        write.begin(),
                        write.end()))
                .toList();
    }

    private record Accepted(FencingToken token, long begin, long end) {}

    /** Accepted writes that began when one with a greater token had already returned. */
    private static List<Finding> overtaken(History history) {
        List<Accepted> accepted = Stream.concat(
                        history.sightings(Write.class)
                                .filter(write -> write.outcome() == Outcome.ACCEPTED)
                                .map(write -> new Accepted(write.token(), write.begin(), write.end())),
                        history.sightings(Update.class)
                                .filter(update ->
                                        update.store() == Store.FENCED && update.outcome() == Outcome.ACCEPTED)
                                .map(update -> new Accepted(update.token(), update.begin(), update.end())))
                .sorted(comparingLong(Accepted::begin))
                .toList();
        List<Accepted> returned =
                accepted.stream().sorted(comparingLong(Accepted::end)).toList();
        List<Finding> findings = new ArrayList<>();
        FencingToken greatest = null;
        int next = 0;
        for (Accepted write : accepted) {
            while (returned.get(next).end() < write.begin()) {
                FencingToken token = returned.get(next++).token();
                greatest = greatest == null || token.compareTo(greatest) > 0 ? token : greatest;
            }
            if (greatest != null && write.token().compareTo(greatest) < 0) {
                findings.add(stale(
                        "a write with " + write.token() + " was accepted after one with " + greatest,
                        write.begin(),
                        write.end()));
            }
        }
        return findings;
    }

    /** Updates that were acknowledged and that another, acknowledged as well, overwrote without knowing. */
    static List<Finding> lostUpdates(History history, Store store) {
        Map<Long, List<Update>> byRead = history.sightings(Update.class)
                .filter(update -> update.store() == store && update.outcome() == Outcome.ACCEPTED)
                .sorted(comparingLong(Update::end))
                .collect(Collectors.groupingBy(Update::read));
        List<Finding> findings = new ArrayList<>();
        byRead.values().forEach(updates -> {
            Update first = updates.get(0);
            updates.stream()
                    .skip(1)
                    .forEach(update -> findings.add(new Finding(
                            Rule.NO_LOST_UPDATE,
                            "the " + store + " counter was set from " + update.read() + " to " + (update.read() + 1)
                                    + " with " + first.token() + " and with " + update.token(),
                            update.begin(),
                            update.end())));
        });
        findings.sort(comparingLong(Finding::from));
        return findings;
    }

    /** Only where the ledger was read. */
    private static List<Finding> ledger(History history) {
        Map<Long, Entry> entries = new HashMap<>();
        history.sightings(Entry.class).forEach(entry -> entries.put(entry.number(), entry));
        if (entries.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        Map<FencingToken, Long> unclaimed =
                entries.values().stream().collect(Collectors.groupingBy(Entry::token, Collectors.counting()));
        Map<FencingToken, Long> unknown = new HashMap<>();
        for (Write write : history.sightings(Write.class)
                .filter(write -> write.way() == Way.COMMIT)
                .toList()) {
            if (write.outcome() == Outcome.UNKNOWN) {
                unknown.merge(write.token(), 1L, Long::sum);
            } else if (write.outcome() == Outcome.ACCEPTED) {
                Entry entry = entries.get(write.entry());
                if (entry == null || !entry.token().equals(write.token())) {
                    findings.add(wrongLedger(
                            "entry " + write.entry() + " with " + write.token() + " was accepted, but the ledger has "
                                    + (entry == null ? "none of that number" : entry.token() + " there"),
                            write.end()));
                } else {
                    unclaimed.merge(write.token(), -1L, Long::sum);
                }
            }
        }
        Set<FencingToken> untold = lastTermsOfTheKilled(history);
        unclaimed.forEach((token, count) -> {
            long may = unknown.getOrDefault(token, 0L) + (untold.contains(token) ? 1 : 0);
            if (count > may) {
                findings.add(wrongLedger(
                        count + " entries with " + token + " were not accepted, but at most " + may
                                + " can have been applied unsaid",
                        history.end()));
            }
        });
        return findings;
    }

    /** Those that were held when their candidate was killed, which may have written once more than it tells. */
    private static Set<FencingToken> lastTermsOfTheKilled(History history) {
        List<Life> killed = Life.of(history).stream().filter(Life::killed).toList();
        return history.lines().stream()
                .filter(line -> line.sighting() instanceof Sighting.Elected)
                .filter(line -> killed.stream()
                        .anyMatch(life -> life.candidate().equals(line.by())
                                && life.from() <= line.sighting().nanos()
                                && line.sighting().nanos() <= life.to()))
                .map(line -> ((Sighting.Elected) line.sighting()).token())
                .collect(Collectors.toSet());
    }

    private static Finding stale(String text, long from, long to) {
        return new Finding(Rule.STALE_WRITES_ARE_REFUSED, text, from, to);
    }

    private static Finding wrongLedger(String text, long at) {
        return new Finding(Rule.LEDGER_IS_WHAT_WAS_ACCEPTED, text, at, at);
    }
}
