package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.machine.SimulatedPlace.BATON;
import static dev.baton.election.internal.machine.SimulatedPlace.CANDIDATES;

import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.MemoryZooKeeper.Commit;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import dev.baton.election.internal.machine.Queue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Sees every transaction and every term of all candidates, and says at once when a rule does not hold. */
final class Referee {

    /** An event reaches whoever is not in trouble within this time, on the way and at work. */
    private static final long EVENT = World.SECOND;

    private final World world;
    private final Map<Candidate, Term> terms = new LinkedHashMap<>();
    private final List<Candidate> candidates = new ArrayList<>();
    /** The terms that an operator put an end to, and when: their holders cannot know before they are told. */
    private final Map<Long, Long> deposed = new HashMap<>();

    private NavigableMap<String, Znode> tree = new TreeMap<>();
    private long readBaton = -1;
    private String holderRead = "";
    private boolean batonWasDeleted;
    private long leading;
    private long newest;

    Referee(World world) {
        this.world = world;
    }

    void add(Candidate candidate) {
        candidates.add(candidate);
    }

    Map<Candidate, Term> terms() {
        return terms;
    }

    /** The znodes of the queue, first in line first. */
    static List<CandidateName> queue(NavigableMap<String, Znode> in) {
        String prefix = CANDIDATES + "/";
        return Queue.of(in.subMap(prefix, CANDIDATES + "0").keySet().stream()
                        .map(path -> path.substring(prefix.length()))
                        .toList())
                .members();
    }

    /** The token of the one who leads in ZooKeeper's order: the baton names a znode that stands (R2). 0 for nobody. */
    long leading(NavigableMap<String, Znode> in) {
        Znode baton = in.get(BATON);
        if (baton == null) {
            return 0;
        }
        if (baton.mzxid() != readBaton) {
            readBaton = baton.mzxid();
            holderRead = BatonRecord.decode(baton.data())
                    .holder()
                    .map(each -> CANDIDATES + "/" + each.znode())
                    .orElse("");
        }
        return in.containsKey(holderRead) && !holderRead.isEmpty() ? baton.mzxid() : 0;
    }

    void committed(Commit commit) {
        NavigableMap<String, Znode> before = tree;
        tree = commit.after();
        if (commit.changes().isEmpty() && commit.ops().stream().noneMatch(Op.Create.class::isInstance)) {
            return;
        }
        world.tell(() -> "committed " + commit.zxid() + " by " + commit.session() + ": " + commit.ops());
        long led = leading;
        leading = leading(tree);
        Znode baton = tree.get(BATON);
        batonWasDeleted |= baton == null && before.containsKey(BATON);
        boolean written = baton != null && baton.mzxid() == commit.zxid() && commit.session() > 0;
        boolean versionsMet = written && versionsMet(led, BatonRecord.decode(baton.data()));
        if (led != leading && led != 0) {
            over(led, commit.session() == Ensemble.OPERATOR || versionsMet);
        }
        if (written && !versionsMet) {
            moved(commit, led, BatonRecord.decode(baton.data()));
        }
        for (Candidate each : candidates) {
            if (!each.isGone() && each.handle().session() == commit.session()) {
                joined(each, commit);
            }
        }
    }

    /**
     * Whether a claim relied on the version of a baton that an operator has deleted since: the next one counts from 0
     * again, and at the same number they cannot be told apart. It is not promised that this does not happen (R14).
     */
    private boolean versionsMet(long led, BatonRecord record) {
        boolean met = batonWasDeleted && led != 0 && record.how().equals(BatonRecord.CLAIMED);
        if (met) {
            world.counters().add("claimed by the version of a deleted baton");
        }
        return met;
    }

    /** Who led leads no more, in ZooKeeper; so the term must be over, unless an operator was faster than everybody. */
    private void over(long token, boolean byOperator) {
        if (byOperator) {
            deposed.put(token, world.now());
            world.counters().add("leader deposed by the operator");
        }
        terms.forEach((who, term) -> {
            if (term.zxid() != token) {
                return;
            }
            if (!byOperator && term.isHeld()) {
                throw new Broken("R6: " + who.name() + " holds the term " + token + ", which ZooKeeper has ended");
            }
            if (byOperator) {
                long at = world.now();
                world.in(EVENT, () -> mustBeOver(who, term, who.wasCalmSince(at), "an event"));
                world.in(Ensemble.TIMEOUT, () -> mustBeOver(who, term, true, "a session"));
            }
        });
    }

    private void mustBeOver(Candidate who, Term term, boolean expected, String within) {
        if (expected && term.equals(terms.get(who)) && term.isHeld()) {
            throw new Broken("R7: " + who.name() + " holds the term " + term.zxid() + " longer than " + within
                    + " after an operator ended it");
        }
    }

    /** The baton went from one to the next. */
    private void moved(Commit commit, long led, BatonRecord record) {
        String holder = record.holder().map(BatonRecord.Holder::znode).orElse("");
        if (record.how().equals(BatonRecord.CLAIMED)) {
            if (!queue(tree).get(0).text().equals(holder)) {
                throw new Broken("R1: " + holder + " claims, but is not the first in the queue: " + queue(tree));
            }
            if (led != 0) {
                throw new Broken("R3: " + holder + " claims while the holder stands");
            }
            return;
        }
        for (Candidate each : candidates) {
            long patience = Candidate.LISTENER_TIME.toNanos() * 9 / 10;
            boolean waits = each.user().isWorking() && world.now() - each.user().endedAt() < patience;
            if (!each.isGone() && each.handle().session() == commit.session() && waits) {
                throw new Broken("R4: " + each.name() + " passes before its listener has finished");
            }
        }
    }

    private void joined(Candidate who, Commit commit) {
        List<CandidateName> owned = queue(tree).stream()
                .filter(name -> tree.get(CANDIDATES + "/" + name.text()).owner() == commit.session())
                .toList();
        if (owned.size() > 1) {
            throw new Broken("R7: " + who.name() + " has two znodes on one session: " + owned);
        }
        boolean created = owned.stream().anyMatch(name -> {
            Znode znode = tree.get(CANDIDATES + "/" + name.text());
            return znode.version() == 0 && znode.mzxid() == commit.zxid();
        });
        if (created && who.user().isWorking()) {
            throw new Broken("R11: " + who.name() + " joins before it was told of the last end");
        }
    }

    void begun(Candidate who, Term term) {
        boolean leads = leading == term.zxid();
        boolean excused = deposed.containsKey(term.zxid());
        if (!leads && !excused && term.isHeld()) {
            throw new Broken("R2: " + who.name() + " begins the term " + term.zxid() + ", but " + leading + " leads");
        }
        if (term.zxid() <= newest && !excused) {
            throw new Broken("R5: the token " + term.zxid() + " comes after " + newest);
        }
        terms.forEach((other, held) -> {
            if (!excused && !deposed.containsKey(held.zxid()) && held.isHeld() && term.isHeld()) {
                throw new Broken("R6: " + other.name() + " and " + who.name() + " hold a term");
            }
        });
        if (!term.isHeld()) {
            world.counters().add("term over when it began");
        }
        newest = Math.max(newest, term.zxid());
        terms.put(who, term);
    }

    void ended(Candidate who, Term term) {
        if (!terms.remove(who, term)) {
            throw new Broken("R11: the term " + term.zxid() + " of " + who.name() + " ended twice");
        }
    }

    /** A closed election leaves nothing behind (R12), but on sessions that it was told are over. */
    void finished(Candidate who) {
        long session = who.handle().session();
        for (CandidateName name : queue(tree)) {
            if (tree.get(CANDIDATES + "/" + name.text()).owner() == session && who.isOwn(name)) {
                throw new Broken("R12: " + who.name() + " is closed and leaves " + name.text());
            }
        }
    }
}
