package dev.baton.election.examples.scheduler.node;

import dev.baton.election.ElectionException;
import dev.baton.election.FencedException;
import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.RunStore;
import dev.baton.election.examples.scheduler.store.StoreException;
import dev.baton.election.examples.scheduler.store.StoreOutcomeUnknownException;
import dev.baton.election.examples.scheduler.store.Window;
import dev.baton.election.fencing.StaleTokenException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a leader does during one term: turns due times into runs, gives them to workers, takes them back from workers
 * that are gone.
 *
 * <p>It remembers nothing that it cannot read: each round begins with what store and ZooKeeper say, so a write whose
 * outcome is unknown, or a round that failed half-way, is repaired by the next one. One object per term: its thread and
 * whatever it holds in memory end with it, and a node that is elected again begins anew.
 */
final class Coordinator {

    /** A due time that waited for longer than this waited for a leader. */
    private static final Duration LATE = Duration.ofSeconds(1);

    private final Office office;
    private final RunStore store;
    private final List<Job> jobs;
    private final Roster roster;
    private final Clock clock;
    private final Events events;
    private final Dispatcher dispatcher = new Dispatcher();
    private final Recurring rounds;
    /** Confined to the rounds' thread until that has ended. */
    private boolean begun;

    private boolean deposed;

    Coordinator(Office office, RunStore store, List<Job> jobs, Roster roster, Clock clock, Events events) {
        this.office = office;
        this.store = store;
        this.jobs = jobs;
        this.roster = roster;
        this.clock = clock;
        this.events = events;
        this.rounds = new Recurring("coordinator-" + office.token(), Duration.ofMillis(100), this::round);
    }

    void start() {
        rounds.start();
    }

    /**
     * Stops, and records why the term ended, if the store still lets it.
     *
     * @param reason why
     * @param limit how long to wait for a write that is under way
     */
    void close(String reason, Duration limit) {
        if (!rounds.stop(limit)) {
            events.tell(
                    EventKind.TROUBLE, "coordinator", "a write is still under way after " + limit.toMillis() + "ms");
            return;
        }
        if (!begun || deposed) {
            return;
        }
        try {
            store.end(office, reason, clock.instant());
        } catch (StaleTokenException stale) {
            events.tell(EventKind.REFUSED, office.token(), "by the store: " + stale.getMessage());
        } catch (StoreException | StoreOutcomeUnknownException notEnded) {
            // The successor ends it.
            events.tell(EventKind.TROUBLE, "store", String.valueOf(notEnded.getMessage()));
        }
    }

    /** One round; returns whether there are to be more. */
    boolean round() {
        if (!office.isHeld()) {
            return false;
        }
        try {
            if (!begun) {
                begin();
            }
            submitWhatIsDue();
            List<Presence> present = roster.read();
            takeBackWhatIsLost(present);
            giveOut(present);
        } catch (StaleTokenException stale) {
            deposed(stale);
            return false;
        } catch (StoreException | StoreOutcomeUnknownException | ElectionException failed) {
            events.tell(EventKind.TROUBLE, "store", String.valueOf(failed.getMessage()));
        } catch (Roster.RosterException silent) {
            events.tell(EventKind.TROUBLE, "zookeeper", String.valueOf(silent.getMessage()));
        }
        return true;
    }

    /** Takes office in the store, from where on no older term can write; and leaves what is running where it is. */
    private void begin() throws Roster.RosterException {
        store.begin(office, clock.instant());
        begun = true;
        events.tell(EventKind.ACTS, office.token(), "first write under its token");
        office.proclaim();
        roster.catchUp();
        int lost = Dispatcher.lost(store.openRuns(), roster.read()).size();
        long adopted = store.openRuns().stream()
                        .filter(run -> run.worker().isPresent())
                        .count()
                - lost;
        if (adopted > 0) {
            events.tell(EventKind.ADOPTS, adopted, "runs under way; their workers go on with them");
        }
    }

    private void submitWhatIsDue() {
        // The present is read before the window: a window that closes after this read closes after this present.
        Instant now = clock.instant();
        Window window = store.window();
        Map<String, Instant> handled = store.handledUntil();
        int late = 0;
        for (Job job : jobs) {
            Optional<DueTimes> due =
                    DueTimes.of(job.schedule(), Optional.ofNullable(handled.get(job.name())), window, now);
            if (due.isPresent() && office.isHeld()) {
                List<Instant> times = due.get().times();
                store.submit(office, job.name(), times, due.get().handledUntil());
                late += (int) times.stream()
                        .filter(time -> time.plus(LATE).isBefore(now))
                        .count();
            }
        }
        if (late > 0) {
            events.tell(EventKind.CATCHES_UP, late, "runs that had been due while nobody could submit them");
        }
    }

    private void takeBackWhatIsLost(List<Presence> present) {
        List<Assignment> lost = Dispatcher.lost(store.openRuns(), present);
        if (!lost.isEmpty() && office.isHeld()) {
            int waiting = store.takeBack(office, lost);
            TreeSet<String> workers =
                    new TreeSet<>(lost.stream().map(Assignment::worker).toList());
            events.tell(EventKind.REASSIGNS, String.join(",", workers), waiting + " unfinished runs get a new attempt");
        }
    }

    private void giveOut(List<Presence> present) {
        List<Assignment> assignments = dispatcher.assign(store.openRuns(), present);
        if (!assignments.isEmpty() && office.isHeld()) {
            store.assign(office, assignments);
        }
    }

    /** The store has seen a newer term. ZooKeeper is asked as well, to tell a deposed leader from a wrong store. */
    private void deposed(StaleTokenException stale) {
        deposed = true;
        events.tell(EventKind.REFUSED, office.token(), "by the store: " + stale.getMessage());
        try {
            office.proclaim();
            events.tell(
                    EventKind.TROUBLE,
                    "store",
                    "ZooKeeper confirms token " + office.token() + " but the store has seen "
                            + stale.highest().token()
                            + ": it belongs to another ensemble; give this one a store of its own");
        } catch (FencedException fenced) {
            events.tell(EventKind.REFUSED, office.token(), "in ZooKeeper: " + fenced.getMessage());
        } catch (ElectionException unsure) {
            events.tell(EventKind.TROUBLE, "zookeeper", String.valueOf(unsure.getMessage()));
        }
        office.resign();
    }
}
