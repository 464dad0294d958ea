package dev.baton.integration.history;

import dev.baton.election.FencingToken;
import dev.baton.election.RevocationReason;
import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Healed;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.NotHeld;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Run;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Stopped;
import dev.baton.integration.history.Sighting.Stopping;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Update;
import dev.baton.integration.history.Sighting.Way;
import dev.baton.integration.history.Sighting.Woke;
import dev.baton.integration.history.Sighting.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A history in which all that must hold does, invented from a seed: leaders that resign, are killed, or are paused past
 * their session; writes that are refused or of unknown outcome; gaps within their bound, and longer ones under faults.
 */
final class InventedHistory {
    private static final long MS = 1_000_000;
    private static final long SESSION = 4_000;
    private static final long TICK = 500;
    private static final long BOUND = SESSION + 2 * TICK + 2_000;

    private final Random random;
    private final List<Line> lines = new ArrayList<>();
    private final Deque<String> queue = new ArrayDeque<>();
    private final List<Entry> ledger = new ArrayList<>();
    private long now;
    private long zxid = 0x1_0000_0001L;
    private int sequence;
    private long fencedCounter;
    private long unfencedCounter;
    private int faults;

    private InventedHistory(long seed) {
        this.random = new Random(seed);
        this.now = seed % 2 == 0 ? 0 : -5_000_000_000L;
    }

    /** The lines of one. */
    static List<Line> lines(long seed) {
        InventedHistory history = new InventedHistory(seed);
        history.invent();
        return history.lines;
    }

    private void invent() {
        add("nemesis", new Run("invented", "baton", 7, SESSION, TICK, false, now));
        int candidates = 2 + random.nextInt(4);
        for (int i = 1; i <= candidates; i++) {
            pass(10);
            start("c" + i);
        }
        pass(between(1, (int) BOUND - 100));
        int terms = 1 + random.nextInt(20);
        for (int i = 0; i < terms; i++) {
            term();
        }
        while (!queue.isEmpty()) {
            String last = queue.removeFirst();
            add(last, new Stopping(now));
            pass(1);
            add(last, new Stopped(now));
        }
        ledger.forEach(entry -> add("ledger", entry));
    }

    private void term() {
        String leader = queue.removeFirst();
        FencingToken token = new FencingToken(zxid += 1 + random.nextInt(50), sequence++);
        add(leader, new Elected(token, now));
        pass(1);
        int work = 1 + random.nextInt(6);
        for (int i = 0; i < work; i++) {
            long from = now;
            commit(leader, token);
            count(leader, token);
            add(leader, new Held(token, from, now));
        }
        pass(1);
        switch (random.nextInt(4)) {
            case 0 -> killed(leader, token);
            case 1 -> pausedPastItsSession(leader, token);
            case 2 -> quorumLost(leader, token);
            default -> {
                revoked(leader, token, RevocationReason.RESIGNED);
                queue.addLast(leader);
            }
        }
        pass(between(1, 900));
    }

    private void commit(String leader, FencingToken token) {
        long begin = now;
        pass(3);
        boolean unknown = random.nextInt(12) == 0;
        boolean applied = !unknown || random.nextBoolean();
        long number = ledger.size() * 2L;
        if (applied) {
            ledger.add(new Entry(token, number, 0));
        }
        add(
                leader,
                new Write(
                        token,
                        Way.COMMIT,
                        unknown ? Outcome.UNKNOWN : Outcome.ACCEPTED,
                        false,
                        unknown ? -1 : number,
                        begin,
                        now));
    }

    private void count(String leader, FencingToken token) {
        long begin = now;
        pass(50);
        add(leader, new Update(token, Store.FENCED, fencedCounter++, Outcome.ACCEPTED, begin, now));
        add(leader, new Update(token, Store.UNFENCED, unfencedCounter++, Outcome.ACCEPTED, begin, now));
    }

    private void revoked(String leader, FencingToken token, RevocationReason reason) {
        add(leader, new NotHeld(token, now));
        add(leader, new Revoked(token, reason, now));
        add(leader, new Write(token, Way.WRITE, Outcome.REFUSED, true, -1, now, now + MS));
        add(leader, new Write(token, Way.COMMIT, Outcome.REFUSED, true, -1, now + MS, now + 2 * MS));
        pass(3);
    }

    private void killed(String leader, FencingToken token) {
        if (random.nextBoolean()) {
            ledger.add(new Entry(token, ledger.size() * 2L, 0));
        }
        int number = fault(FaultKind.CANDIDATE_KILLED, leader);
        pass(between(100, 4_000));
        start(leader);
        add("nemesis", new Healed(number, now));
    }

    /** Another may have led meanwhile; whose unfenced update is then lost. */
    private void pausedPastItsSession(String leader, FencingToken token) {
        long begin = now;
        int number = fault(FaultKind.CANDIDATE_PAUSED_LONG, leader);
        long lost = unfencedCounter;
        pass(between(4_500, 6_900));
        String other = queue.removeFirst();
        FencingToken next = new FencingToken(++zxid, sequence++);
        add(other, new Elected(next, now));
        long from = now;
        commit(other, next);
        count(other, next);
        add(other, new Held(next, from, now));
        pass(5);
        add("nemesis", new Healed(number, now));
        add(leader, new Woke(token, now - begin, false, now));
        add(leader, new Update(token, Store.FENCED, fencedCounter - 1, Outcome.REFUSED, begin, now));
        add(leader, new Update(token, Store.UNFENCED, lost, Outcome.ACCEPTED, begin, now));
        revoked(leader, token, RevocationReason.LEASE_EXPIRED);
        revoked(other, next, RevocationReason.RESIGNED);
        queue.addLast(leader);
        queue.addLast(other);
    }

    private void quorumLost(String leader, FencingToken token) {
        int number = fault(FaultKind.QUORUM_LOST, "zk1", "zk2");
        pass(between(4_000, 30_000));
        revoked(leader, token, RevocationReason.LEASE_EXPIRED);
        add("nemesis", new Healed(number, now));
        queue.addLast(leader);
        pass(between(1, (int) BOUND - 1_000));
    }

    private int fault(FaultKind kind, String... targets) {
        add("nemesis", new Fault(++faults, kind, List.of(targets), "invented", now));
        return faults;
    }

    private void start(String candidate) {
        add(candidate, new Started(now));
        queue.addLast(candidate);
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private void pass(long millis) {
        now += millis * MS;
    }

    private void add(String by, Sighting sighting) {
        lines.add(new Line(by, "2026-01-01T00:00:00Z", sighting));
    }
}
