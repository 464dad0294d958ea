package dev.baton.integration.nemesis;

import dev.baton.integration.history.FaultKind;
import dev.baton.integration.nemesis.Link.Direction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** What can be done to a candidate and its network. */
final class CandidateActs {
    private final World world;
    private final Random random;

    CandidateActs(World world, Random random) {
        this.world = world;
        this.random = random;
    }

    /** An act of this kind on a candidate that nothing is done to; empty if there is none, or the kind is not for it. */
    Optional<Act> propose(FaultKind kind) {
        return world.victim(random).flatMap(victim -> on(victim, kind));
    }

    /** The act that the negative control is for: whoever leads is paused past its session. */
    Optional<Act> pauseOfTheLeader() {
        return world.leader().flatMap(leader -> on(leader, FaultKind.CANDIDATE_PAUSED_LONG));
    }

    private Optional<Act> on(Candidate victim, FaultKind kind) {
        long session = world.settings().session().toMillis();
        return switch (kind) {
            case CANDIDATE_KILLED -> act(victim, kind, between(0, 3_000), pause -> killed(victim, pause));
            case CANDIDATE_STOPPED -> act(victim, kind, between(0, 1_000), pause -> stopped(victim, pause));
            case CANDIDATE_PAUSED_LONG ->
                act(victim, kind, session * between(110, 180) / 100, pause -> paused(victim, pause));
            case CANDIDATE_PAUSED_SHORT ->
                act(victim, kind, session * between(10, 50) / 100, pause -> paused(victim, pause));
            case CANDIDATE_STARVED -> act(victim, kind, between(3_000, 8_000), length -> starved(victim, length));
            case CANDIDATE_CUT -> {
                boolean reset = random.nextBoolean();
                yield act(
                        victim,
                        kind,
                        session * between(30, 250) / 100,
                        length -> swallowed(victim, EnumSet.allOf(Direction.class), reset, length));
            }
            case CANDIDATE_HALF_OPEN -> {
                Direction direction = Direction.values()[random.nextInt(2)];
                yield act(
                        victim,
                        kind,
                        session * between(30, 200) / 100,
                        length -> swallowed(victim, EnumSet.of(direction), false, length));
            }
            case CANDIDATE_SLOW -> {
                long delay = between(50, 400);
                yield act(victim, kind, between(3_000, 10_000), length -> slow(victim, delay, length));
            }
            case CANDIDATE_RESET -> act(victim, kind, between(500, 5_000), length -> reset(victim, length));
            case CANDIDATE_CLOCK_JUMPED ->
                FakeTime.isHere()
                        ? act(victim, kind, between(2_000, 6_000), length -> jumped(victim, length))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private interface Timed {
        void during(long millis) throws Exception;
    }

    private static Optional<Act> act(Candidate victim, FaultKind kind, long millis, Timed body) {
        return Optional.of(Act.on(victim.id(), kind, millis + " ms", () -> body.during(millis)));
    }

    private long between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private static void killed(Candidate victim, long pause) throws Exception {
        victim.child().kill();
        Thread.sleep(pause);
        victim.start();
        victim.awaitStanding();
    }

    private static void stopped(Candidate victim, long pause) throws Exception {
        victim.child().end();
        Thread.sleep(pause);
        victim.start();
        victim.awaitStanding();
    }

    private static void paused(Candidate victim, long length) throws Exception {
        victim.child().pause();
        Thread.sleep(length);
        victim.child().resume();
    }

    /** Runs for a seventh of the time, in small pieces. */
    private static void starved(Candidate victim, long length) throws Exception {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < Duration.ofMillis(length).toNanos()) {
            victim.child().pause();
            Thread.sleep(90);
            victim.child().resume();
            Thread.sleep(15);
        }
    }

    private static void swallowed(Candidate victim, Set<Direction> directions, boolean reset, long length)
            throws Exception {
        victim.swallow(directions);
        Thread.sleep(length);
        if (reset) {
            victim.reset();
        }
        victim.pass();
    }

    private static void slow(Candidate victim, long delay, long length) throws Exception {
        victim.delay(delay);
        Thread.sleep(length);
        victim.pass();
    }

    private static void reset(Candidate victim, long length) throws Exception {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < Duration.ofMillis(length).toNanos()) {
            victim.reset();
            Thread.sleep(250);
        }
    }

    private void jumped(Candidate victim, long length) throws Exception {
        victim.wallClockOffBy(Duration.ofHours(random.nextInt(48) - 24L));
        Thread.sleep(length);
        victim.wallClockOffBy(Duration.ZERO);
    }
}
