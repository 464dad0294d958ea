package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.OBJECT;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outside and Closed: the states without a znode, and how each state comes to the end. */
class OutsideTest {

    private static final Joining JOINING = new Joining(AT.rejoin(), false, Optional.empty(), 0);
    private static final Action JOIN = new Action.Join(ROUND + 1, OBJECT + ".4");

    @Test
    void aListenerThatHasNotReturnedYetKeepsItsCandidateOutOfTheQueue_R11() {
        Outside waiting = outside(AT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY);
        when(waiting, new Event.SessionOpened()).doesNothing().now(outside(AT, Obstacle.LISTENER_BUSY));
        when(outside(AT, Obstacle.LISTENER_BUSY), new Event.Told()).does(JOIN).now(JOINING);
    }

    @Test
    void theSessionIsJoinedInAsSoonAsItIsThere_R8() {
        when(outside(AT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY), new Event.Told())
                .doesNothing()
                .now(outside(AT, Obstacle.NO_SESSION));
        when(outside(AT, Obstacle.NO_SESSION), new Event.SessionOpened())
                .does(JOIN)
                .now(JOINING);
    }

    @Test
    void aSessionThatGoesAgainIsNotJoinedIn_R8() {
        when(outside(AT, Obstacle.LISTENER_BUSY), new Event.SessionEnded())
                .doesNothing()
                .now(outside(AT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY));
    }

    @Test
    void aCoolDownIsWaitedForWhateverElseHappens_R11() {
        when(outside(AT, Obstacle.LISTENER_BUSY, Obstacle.COOLING_DOWN), new Event.Told())
                .doesNothing()
                .now(outside(AT, Obstacle.COOLING_DOWN));
        when(outside(AT, Obstacle.NO_SESSION, Obstacle.COOLING_DOWN), new Event.SessionOpened())
                .doesNothing()
                .now(outside(AT, Obstacle.COOLING_DOWN));
        when(outside(AT, Obstacle.COOLING_DOWN), new Event.RetryDue(ROUND))
                .does(JOIN)
                .now(JOINING);
    }

    @Test
    void aCoolDownThatEndsWithoutASessionIsOverAllTheSame_R11() {
        when(outside(AT, Obstacle.NO_SESSION, Obstacle.COOLING_DOWN), new Event.RetryDue(ROUND))
                .doesNothing()
                .now(outside(AT, Obstacle.NO_SESSION));
    }

    @Test
    void peopleAreToldWhatIsWaitedFor_R10() {
        assertThat(outside(AT, Obstacle.NO_SESSION).announcement()).contains("waits for a session");
        assertThat(outside(AT, Obstacle.LISTENER_BUSY).announcement()).contains("waits for its listener to return");
        assertThat(outside(AT, Obstacle.COOLING_DOWN).announcement()).contains("waits for its cool-down to end");
    }

    @Test
    void closingFromOutsideIsDoneAtOnce_R12() {
        when(outside(AT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY, Obstacle.COOLING_DOWN), new Event.CloseAsked())
                .does(new Action.StopRenewing(), new Action.Finish())
                .now(new Closed(AT.next()));
    }

    static List<State> states() {
        return Samples.states();
    }

    /** Answers every question with "it is done"; a review stands for the answer that was under way before. */
    @ParameterizedTest
    @MethodSource("states")
    void closingEndsInClosedFromEveryStateAndLeavesNoZnode_R12(State start) {
        State state = start;
        Optional<Own> left = start.node();
        List<Event> waiting = new ArrayList<>(List.of(new Event.CloseAsked(), new Event.ReviewDue()));
        for (int steps = 0; !waiting.isEmpty(); steps++) {
            assertThat(steps).as("steps").isLessThan(20);
            Step step = state.handle(waiting.remove(0));
            state = step.next();
            for (Action action : step.actions()) {
                answer(action).ifPresent(waiting::add);
                if (action instanceof Action.Remove || action instanceof Action.Pass) {
                    left = Optional.empty();
                }
            }
        }
        if (start instanceof Closed) {
            return;
        }
        assertThat(state).isInstanceOf(Closed.class);
        assertThat(left).isEmpty();
    }

    private static Optional<Event> answer(Action action) {
        if (action instanceof Action.Patience patience) {
            return Optional.of(new Event.PatienceOver(patience.round()));
        } else if (action instanceof Action.Settle settle) {
            return Optional.of(new Event.Settled(settle.round(), Optional.of(OWN.name())));
        } else if (action instanceof Action.Look look) {
            return Optional.of(
                    new Event.Seen(look.round(), true, Optional.of(Samples.OURS), List.of(OWN.name(), Samples.BEHIND)));
        } else if (action instanceof Action.ReadSuccessor read) {
            return Optional.of(new Event.SuccessorRead(read.round(), Optional.of(Samples.SUCCESSOR)));
        } else if (action instanceof Action.Pass pass) {
            return Optional.of(new Event.Passed(pass.round()));
        } else if (action instanceof Action.Remove remove) {
            return Optional.of(new Event.Removed(remove.round(), remove.name()));
        }
        return Optional.empty();
    }

    @Test
    void theEndIsTheEnd_R12() {
        Closed closed = new Closed(AT);
        assertThat(Samples.events())
                .allSatisfy(event -> assertThat(closed.handle(event)).isEqualTo(Step.to(closed)));
    }

    /** A request may never be answered, but a review comes again and again. */
    @ParameterizedTest
    @MethodSource("states")
    void aReviewAsksAgainWhereverAnAnswerCouldHaveBeenLost_R10(State state) {
        Step reviewed = state.handle(new Event.ReviewDue());
        boolean asks = reviewed.actions().stream().anyMatch(Action.Request.class::isInstance);
        boolean waitsForNoServer = state instanceof Outside || state instanceof Yielding || state instanceof Closed;
        assertThat(asks).isEqualTo(!waitsForNoServer);
        if (asks) {
            assertThat(reviewed.next().at().round())
                    .as("the lost answer is stale")
                    .isGreaterThan(ROUND);
        }
    }
}
