package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.SECOND;

import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.Own;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * One run: candidates under faults, while the rules of safety must hold; then the world heals, and a leader must be there
 * and everybody in the queue within a bound, also after the leader is killed and the next one resigns.
 */
final class Simulation {

    /** A session and what it takes to expire it, a listener's time, a cool-down, a back-off; all by a slow clock. */
    private static final long HEALED = 40 * SECOND;
    /** A review more, by a slow clock: a lost event costs time, never the election. */
    private static final long REVIEWED = 52 * SECOND;
    /** What a lease costs one who did not know that it is next, as another became the leader by a claim. */
    private static final long LEASE = 3 * SECOND;
    /** Session timeout, two ticks and two seconds (R3). */
    private static final long FAILOVER = Ensemble.TIMEOUT + 2 * Ensemble.TICK + 2 * SECOND + LEASE;
    /** The listener's usual time, a transaction and a read (R4). */
    private static final long HANDOVER = SECOND + LEASE;
    /** Who has stood for a fifth of a timeout leads at once. */
    private static final long STANDING = Ensemble.TIMEOUT / 4;

    private static final long GLANCE = 100 * World.MILLI;

    /** What a run led to: nothing to say, or which rule was broken, and the last that happened before. */
    record Outcome(Plan plan, Optional<String> broken, Counters counters, List<String> journal) {}

    private final Plan plan;
    private final World world;
    private final Referee referee;
    private final Ensemble ensemble;
    private final Cast cast;
    private long glanced;

    private Simulation(Plan plan, boolean telling) {
        this.plan = plan;
        this.world = new World(plan.seed(), telling);
        this.referee = new Referee(world);
        this.ensemble = new Ensemble(world, referee::committed);
        this.cast = new Cast(world, ensemble, referee, plan.natures());
    }

    static Outcome run(Plan plan, boolean telling) {
        Simulation simulation = new Simulation(plan, telling);
        Optional<String> broken = Optional.empty();
        try {
            simulation.run();
        } catch (Broken rule) {
            broken = Optional.of(rule.getMessage());
        } catch (RuntimeException bug) {
            broken = Optional.of(bug + " at " + List.of(bug.getStackTrace()).subList(0, 6));
        }
        return new Outcome(plan, broken, simulation.world.counters(), simulation.world.journal());
    }

    private void run() {
        Mischief mischief = new Mischief(world, ensemble, cast);
        plan.faults().forEach(mischief::prepare);
        world.run(Plan.FAULTY);
        heal();
        within(HEALED, "all is well again", this::isWell);
        cast.leader().ifPresent(leader -> {
            leader.kill();
            cast.startLater(leader, SECOND);
            within(FAILOVER, "another leads after the leader was killed", () -> leads(leader));
        });
        within(HEALED, "all is well again after a failover", this::isWell);
        world.run(world.now() + STANDING);
        within(HEALED, "all is well still", this::isWell);
        Candidate last = cast.leader().orElseThrow();
        last.driver().resign(last.user().term().orElseThrow());
        within(
                plan.isPrioritized() ? FAILOVER : HANDOVER,
                "another leads after the leader resigned",
                () -> leads(last));
        within(HEALED, "all is well again after a handover", this::isWell);
    }

    private void heal() {
        world.tell(() -> "HEALED");
        ensemble.heal();
        cast.heal();
    }

    private void within(long bound, String what, BooleanSupplier wanted) {
        long reviewed = plan.has(Fault.Kind.EVENTS_LOST) ? REVIEWED : 0;
        world.tell(() -> "wanted: " + what);
        if (!world.run(world.now() + bound + reviewed, () -> glance(wanted))) {
            throw new Broken("R10: not within " + (bound + reviewed) / SECOND + " s: " + what + ". " + why());
        }
    }

    /** Looks now and then: a look is a question that every user may ask, and costs time. */
    private boolean glance(BooleanSupplier wanted) {
        if (world.now() < glanced) {
            return false;
        }
        glanced = world.now() + GLANCE;
        return wanted.getAsBoolean();
    }

    private boolean leads(Candidate other) {
        return referee.terms().entrySet().stream()
                .anyMatch(each -> each.getKey() != other && each.getValue().isHeld());
    }

    /** One leads, in ZooKeeper and by its lease, and in the queue are all that live, and nobody else. */
    private boolean isWell() {
        List<Candidate> live = cast.live();
        Map<Candidate, Term> terms = referee.terms();
        if (live.size() < plan.natures().size() || terms.size() != 1) {
            return false;
        }
        Term term = terms.values().iterator().next();
        Set<String> own = live.stream()
                .flatMap(each -> each.own().stream())
                .map(Own::name)
                .collect(Collectors.toSet());
        Set<String> queue = Referee.queue(ensemble.zooKeeper().tree()).stream()
                .map(CandidateName::text)
                .collect(Collectors.toSet());
        return own.size() == live.size()
                && queue.equals(own)
                && referee.leading(ensemble.zooKeeper().tree()) == term.zxid()
                && term.isHeld();
    }

    private String why() {
        return cast.live().stream()
                        .map(each -> each.name() + " "
                                + each.driver().snapshot().state().phase() + " "
                                + each.own().map(Own::name).orElse("-"))
                        .collect(Collectors.joining("; ", "live: ", "; queue: "))
                + Referee.queue(ensemble.zooKeeper().tree()).stream()
                        .map(CandidateName::text)
                        .toList();
    }
}
