package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LeadingTest {

    private static final Leading LEADING = new Leading(AT, OWN, 901, 6);
    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();
    private static final Action STOP = new Action.StopRenewing();
    private static final Action UNWATCH = new Action.Unwatch();

    @Nested
    class TheTermIsOver {

        @Test
        void whenTheOwnZnodeIsDeleted_R7() {
            Outside outside = outside(NEXT, Obstacle.LISTENER_BUSY);
            when(LEADING, new Event.NodeGone(OWN.name()))
                    .does(new Action.End(Ending.ZNODE_DELETED), STOP, UNWATCH)
                    .now(outside);
            when(LEADING, new Event.Watched(ROUND, OWN.name(), false))
                    .does(new Action.End(Ending.ZNODE_DELETED), STOP, UNWATCH)
                    .now(outside);
        }

        @Test
        void whenTheSessionIs_R8() {
            when(LEADING, new Event.SessionEnded())
                    .does(new Action.End(Ending.SESSION_LOST), STOP, UNWATCH)
                    .now(outside(NEXT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY));
        }

        @Test
        void whenTheBatonIsDeletedOrWrittenByAnotherAndTheZnodeGoesToo_R7() {
            Leaving leaving = new Leaving(NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), 0);
            Action remove = new Action.Remove(THEN, OWN.name());
            when(LEADING, new Event.BatonTouched())
                    .does(new Action.End(Ending.BATON_TAKEN), STOP, remove)
                    .now(leaving);
            when(LEADING, new Event.BatonWatched(ROUND, Optional.of(7)))
                    .does(new Action.End(Ending.BATON_TAKEN), STOP, remove)
                    .now(leaving);
            when(LEADING, new Event.BatonWatched(ROUND, Optional.empty()))
                    .does(new Action.End(Ending.BATON_TAKEN), STOP, remove)
                    .now(leaving);
        }

        @Test
        void whenTheLeaseRunsOutAndTheZnodeGoesToo_R6() {
            when(LEADING, new Event.LeaseLapsed())
                    .does(new Action.End(Ending.LEASE_EXPIRED), STOP, new Action.Remove(THEN, OWN.name()))
                    .now(new Leaving(NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), 0));
        }

        @Test
        void beforeTheListenerFinishesItsWorkAndOnlyThenDoesTheBatonGoOn_R4() {
            when(LEADING, new Event.ResignAsked())
                    .does(new Action.End(Ending.RESIGNED), STOP, new Action.Patience(THEN))
                    .now(new Yielding(NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.empty()));
        }

        @Test
        void whenItIsPassedToOneOfTheHoldersChoice_R4() {
            when(LEADING, new Event.PassAsked(Samples.BEHIND))
                    .does(new Action.End(Ending.PASSED), STOP, new Action.Patience(THEN))
                    .now(new Yielding(
                            NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.of(Samples.BEHIND)));
        }

        @Test
        void whenTheHealthCheckFailsAndThenItStaysOutUntilItPasses() {
            when(LEADING, new Event.Unwell())
                    .does(new Action.End(Ending.UNHEALTHY), STOP, new Action.Patience(THEN))
                    .now(new Yielding(
                            NEXT,
                            OWN,
                            Then.REJOIN.behind(Obstacle.UNWELL).behind(Obstacle.LISTENER_BUSY),
                            Optional.empty()));
        }

        @Test
        void whenTheConnectionGoesAndTheUserWantsItSo_R9() {
            when(LEADING, new Event.Disconnected())
                    .does(new Action.End(Ending.DISCONNECTED), STOP, new Action.Remove(THEN, OWN.name()))
                    .now(new Leaving(NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), 0));
        }

        @Test
        void whenItsCallbackThrewAndThenItCoolsDown_R11() {
            when(LEADING, new Event.CallbackFailed())
                    .does(new Action.End(Ending.CALLBACK_FAILED), STOP, new Action.Patience(THEN))
                    .now(new Yielding(
                            NEXT,
                            OWN,
                            Then.REJOIN.behind(Obstacle.COOLING_DOWN).behind(Obstacle.LISTENER_BUSY),
                            Optional.empty()));
        }

        @Test
        void whenTheElectionIsClosed_R12() {
            when(LEADING, new Event.CloseAsked())
                    .does(new Action.End(Ending.CLOSED), STOP, new Action.Patience(THEN))
                    .now(new Yielding(NEXT, OWN, Then.CLOSE.behind(Obstacle.LISTENER_BUSY), Optional.empty()));
        }
    }

    @Nested
    class TheTermGoesOn {

        private final Action[] watchAgain = {new Action.Watch(THEN, OWN.name()), new Action.WatchBaton(THEN)};

        @Test
        void throughADisconnectAndBothWatchesAreSetAgainAfterIt_R9() {
            when(LEADING, new Event.Reconnected()).does(watchAgain).now(new Leading(NEXT, OWN, 901, 6));
        }

        @Test
        void throughAWriteOfItsZnodeWhichUsedUpTheWatchAndMayHaveBeenAQuestion_R7() {
            when(LEADING, new Event.NodeChanged(OWN.name()))
                    .does(new Action.Look(THEN, OWN.name()), new Action.WatchBaton(THEN))
                    .now(new Leading(NEXT, OWN, 901, 6));
        }

        @Test
        void throughAReviewThatAsksWhatEventsMayHaveMissed_R10() {
            when(LEADING, new Event.ReviewDue()).does(watchAgain);
        }

        @Test
        void throughAFailureThatIsToldAndThenTriedAgain_R10() {
            when(LEADING, new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 3))
                    .now(new Leading(NEXT, OWN, 901, 6));
            when(LEADING, new Event.RetryDue(ROUND)).does(watchAgain);
        }

        @Test
        void whenTheWatchesFindAllAsItWas_R7() {
            when(LEADING, new Event.Watched(ROUND, OWN.name(), true))
                    .doesNothing()
                    .now(LEADING);
            when(LEADING, new Event.BatonWatched(ROUND, Optional.of(6)))
                    .doesNothing()
                    .now(LEADING);
        }

        @Test
        void whenAnotherLeavesTheQueue_R2() {
            when(LEADING, new Event.NodeGone(AHEAD)).doesNothing().now(LEADING);
        }

        @Test
        void whenTheAnswerAboutTheBatonsWatchComesAfterTheTermBegan_R7() {
            // The question was asked while holding, and counts: it may be the only word of a baton taken meanwhile.
            State began = new Holding(AT, OWN, 901, 6, 0)
                    .handle(new Event.LeaseHeld())
                    .next();
            when(began, new Event.BatonWatched(ROUND, Optional.of(7))).nowIn(Leaving.class);
        }
    }

    static java.util.List<State> elsewhere() {
        return Samples.states().stream()
                .filter(state -> !(state instanceof Leading))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("elsewhere")
    void whatConcernsATermChangesNothingWhereNoneLasts_R11(State state) {
        when(state, new Event.ResignAsked()).doesNothing().now(state);
        when(state, new Event.CallbackFailed()).doesNothing().now(state);
        when(state, new Event.LeaseLapsed()).doesNothing().now(state);
        when(state, new Event.PassAsked(Samples.BEHIND)).doesNothing().now(state);
        when(state, new Event.Disconnected()).doesNothing().now(state);
    }

    @Test
    void everyReasonCanHappen() {
        assertThat(Samples.events().stream()
                        .flatMap(event -> LEADING.handle(event).actions().stream())
                        .filter(Action.End.class::isInstance)
                        .map(action -> ((Action.End) action).ending()))
                .contains(Ending.values());
    }
}
