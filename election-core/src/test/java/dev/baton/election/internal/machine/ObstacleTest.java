package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What keeps a candidate out of the queue, in whatever order it comes and goes. */
class ObstacleTest {

    private static final int STEPS = 300;

    @Test
    void eachIsRemovedByTheOneEventThatItWaitsFor() {
        for (Set<Obstacle> before : Samples.obstacles()) {
            for (Event event : Samples.events()) {
                Set<Obstacle> after = Obstacle.after(before, event);
                assertThat(after.contains(Obstacle.LISTENER_BUSY))
                        .isEqualTo(before.contains(Obstacle.LISTENER_BUSY) && !(event instanceof Event.Told));
                assertThat(after.contains(Obstacle.COOLING_DOWN))
                        .isEqualTo(before.contains(Obstacle.COOLING_DOWN) && !(event instanceof Event.RetryDue));
                assertThat(after.contains(Obstacle.UNWELL))
                        .isEqualTo(event instanceof Event.Unwell
                                || before.contains(Obstacle.UNWELL) && !(event instanceof Event.Well));
                assertThat(after.contains(Obstacle.NO_SESSION))
                        .isEqualTo(event instanceof Event.SessionEnded
                                || before.contains(Obstacle.NO_SESSION) && !(event instanceof Event.SessionOpened));
            }
        }
    }

    @Test
    void whoIsCheckedStandsOnlyWhenACheckHasPassed() {
        State first = State.initial(Samples.OBJECT, false);
        Step opened = first.handle(new Event.SessionOpened());
        assertThat(opened.actions()).isEmpty();
        assertThat(opened.next().announcement()).contains("waits for its health check to pass");
        when(opened.next(), new Event.Well()).nowIn(Joining.class);
    }

    @Test
    void peopleAreToldOfAllThatIsWaitedFor_R10() {
        assertThat(outside(AT, Obstacle.UNWELL, Obstacle.NO_SESSION).announcement())
                .contains("waits for a session, and for its health check to pass");
    }

    static List<State> states() {
        return Samples.states();
    }

    /** Whatever it was about: with all questions answered it is out, and only Well lets it in again. */
    @ParameterizedTest
    @MethodSource("states")
    void anUnwellCandidateLeavesFromEveryStateAndStaysOut(State start) {
        if (start instanceof Closed || closes(start)) {
            return;
        }
        ObstacleWalk walk = new ObstacleWalk(start);
        walk.hear(new Event.Unwell());
        walk.clearTheWay(false);
        assertThat(walk.state()).isInstanceOf(Outside.class);
        assertThat(((Outside) walk.state()).obstacles()).containsExactly(Obstacle.UNWELL);
        walk.hear(new Event.SessionEnded());
        walk.clearTheWay(false);
        assertThat(walk.state()).isInstanceOf(Outside.class);
        walk.clearTheWay(true);
        assertThat(walk.state().node()).as("it stands again").isPresent();
    }

    private static boolean closes(State state) {
        return state instanceof Joining joining
                        && joining.leaving().filter(Then::closes).isPresent()
                || state instanceof Yielding yielding && yielding.then().closes()
                || state instanceof Passing passing && passing.then().closes()
                || state instanceof Leaving leaving && leaving.then().closes();
    }

    /** The walk itself fails when a znode is created while something is in the way. */
    @Test
    void inWhateverOrderTheyComeNoneIsForgottenAndNoneBlocksForEver_R10_R11() {
        int joins = 0;
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ObstacleWalk walk = new ObstacleWalk(State.initial(Samples.OBJECT, true));
            for (int step = 0; step < STEPS; step++) {
                walk.wander(random);
            }
            walk.clearTheWay(true);
            assertThat(walk.state().node())
                    .as("seed %d ends in %s", seed, walk.state())
                    .isPresent();
            joins += walk.joins();
        }
        assertThat(joins).as("the walk gets somewhere").isGreaterThan(2_500);
    }
}
