package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.BATON;
import static dev.baton.election.internal.machine.Samples.BEHIND;
import static dev.baton.election.internal.machine.Samples.FORBIDDEN;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OURS;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.STRAY;
import static dev.baton.election.internal.machine.Samples.SUCCESSOR;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.Samples.seen;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** From the end of a term, by Yielding, Passing and Leaving, to where the candidate has no znode any more. */
class HandingOverTest {

    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();
    private static final Action STOP = new Action.StopRenewing();
    private static final Action UNWATCH = new Action.Unwatch();
    private static final Action REMOVE = new Action.Remove(THEN, OWN.name());

    private static Passing passing(Then then) {
        return new Passing(AT, OWN, Optional.empty(), then, Optional.empty());
    }

    private static Leaving leaving(Then then) {
        return new Leaving(AT, OWN, then, 0);
    }

    @Test
    void theWholeWayIsOneLookOneReadAndOneTransaction_R4() {
        State state = new Yielding(AT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.empty());
        Step told = state.handle(new Event.Told());
        assertThat(told.actions()).containsExactly(STOP, new Action.Look(41, OWN.name()));
        Step seen = told.next().handle(new Event.Seen(41, true, Optional.of(OURS), List.of(OWN.name(), BEHIND)));
        assertThat(seen.actions()).containsExactly(new Action.ReadSuccessor(42, BEHIND));
        Step read = seen.next().handle(new Event.SuccessorRead(42, Optional.of(SUCCESSOR)));
        assertThat(read.actions()).containsExactly(new Action.Pass(43, OWN, OURS, SUCCESSOR));
        Step passed = read.next().handle(new Event.Passed(43));
        assertThat(passed.actions()).containsExactly(UNWATCH, new Action.Join(45, Samples.OBJECT + ".4"));
    }

    @Nested
    class WhileYielding {

        private final Yielding yielding =
                new Yielding(AT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.empty());

        @Test
        void theChosenOneIsRemembered_R4() {
            Yielding chosen = new Yielding(AT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.of(BEHIND));
            when(chosen, new Event.Unwell())
                    .doesNothing()
                    .now(new Yielding(
                            AT,
                            OWN,
                            Then.REJOIN.behind(Obstacle.LISTENER_BUSY).behind(Obstacle.UNWELL),
                            Optional.of(BEHIND)));
            when(chosen, new Event.Told())
                    .does(STOP, new Action.Look(THEN, OWN.name()))
                    .now(new Passing(NEXT, OWN, Optional.empty(), Then.REJOIN, Optional.of(BEHIND)));
        }

        @Test
        void aListenerThatDoesNotReturnIsNotWaitedForAnyLonger_R4() {
            when(yielding, new Event.PatienceOver(ROUND))
                    .does(STOP, new Action.Look(THEN, OWN.name()))
                    .now(new Passing(
                            NEXT, OWN, Optional.empty(), Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.empty()));
        }

        @Test
        void closingWaitsForTheListenerAnewAndThenIsTheEnd_R12() {
            when(yielding, new Event.CloseAsked())
                    .does(new Action.Patience(ROUND))
                    .now(new Yielding(AT, OWN, Then.CLOSE.behind(Obstacle.LISTENER_BUSY), Optional.empty()));
        }

        @Test
        void theZnodeMayGoByItselfAndTheListenerIsStillWaitedFor_R7_R11() {
            when(yielding, new Event.NodeGone(OWN.name())).does(UNWATCH).now(outside(NEXT, Obstacle.LISTENER_BUSY));
        }

        @Test
        void theSessionMayEndAndTheListenerIsStillWaitedFor_R8_R11() {
            when(yielding, new Event.SessionEnded())
                    .does(UNWATCH)
                    .now(outside(NEXT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY));
            when(
                            new Yielding(
                                    AT,
                                    OWN,
                                    Then.REJOIN.behind(Obstacle.COOLING_DOWN).behind(Obstacle.LISTENER_BUSY),
                                    Optional.empty()),
                            new Event.SessionEnded())
                    .does(UNWATCH, new Action.CoolDown(THEN))
                    .now(outside(NEXT, Obstacle.NO_SESSION, Obstacle.LISTENER_BUSY, Obstacle.COOLING_DOWN));
            when(
                            new Yielding(AT, OWN, Then.CLOSE.behind(Obstacle.LISTENER_BUSY), Optional.empty()),
                            new Event.SessionEnded())
                    .does(UNWATCH, STOP, new Action.Finish())
                    .now(new Closed(NEXT));
        }
    }

    @Nested
    class WhilePassing {

        @Test
        void theFirstInLineIsNextAndAReadBatonIsWhatTheTransactionRelied_R4() {
            when(passing(Then.REJOIN), seen(OURS, AHEAD, OWN.name(), BEHIND))
                    .does(new Action.ReadSuccessor(THEN, AHEAD))
                    .now(new Passing(NEXT, OWN, Optional.of(OURS), Then.REJOIN, Optional.empty()));
        }

        @Test
        void theOneThatWasChosenIsNextThoughOthersAreAheadOfIt_R4() {
            Passing chosen = new Passing(AT, OWN, Optional.empty(), Then.REJOIN, Optional.of(BEHIND));
            when(chosen, seen(OURS, AHEAD, OWN.name(), BEHIND))
                    .does(new Action.ReadSuccessor(THEN, BEHIND))
                    .now(new Passing(NEXT, OWN, Optional.of(OURS), Then.REJOIN, Optional.of(BEHIND)));
        }

        @Test
        void theOneThatWasChosenAndHasLeftIsPassedOver_R4() {
            Passing chosen = new Passing(AT, OWN, Optional.empty(), Then.REJOIN, Optional.of(Samples.FURTHER));
            when(chosen, seen(OURS, AHEAD, OWN.name(), BEHIND)).does(new Action.ReadSuccessor(THEN, AHEAD));
            when(chosen, seen(OURS, OWN.name())).does(STOP, REMOVE);
        }

        @Test
        void whoeverIsAloneJustLeaves_R4() {
            when(passing(Then.REJOIN), seen(OURS, OWN.name()))
                    .does(STOP, REMOVE)
                    .now(new Leaving(NEXT, OWN, Then.REJOIN, 0));
        }

        @Test
        void whatTheSameObjectLeftBehindIsNobodyToHaveTheBaton_R4_C1() {
            when(passing(Then.CLOSE), seen(OURS, STRAY, OWN.name())).does(STOP, new Action.Remove(THEN, OWN.name()));
            when(passing(Then.CLOSE), seen(OURS, STRAY, OWN.name(), BEHIND))
                    .does(new Action.ReadSuccessor(THEN, BEHIND));
        }

        @Test
        void whoeverDoesNotHoldTheBatonPassesNothing_R2() {
            when(passing(Then.REJOIN), seen(BATON, AHEAD, OWN.name(), BEHIND)).does(STOP, REMOVE);
            when(passing(Then.REJOIN), new Event.Seen(ROUND, true, Optional.empty(), List.of(OWN.name(), BEHIND)))
                    .does(STOP, REMOVE);
        }

        @Test
        void aSuccessorThatIsGoneOrATransactionThatIsRefusedMeansJustLeaving_R4() {
            Passing reading = new Passing(AT, OWN, Optional.of(OURS), Then.REJOIN, Optional.empty());
            Leaving leaving = new Leaving(NEXT, OWN, Then.REJOIN, 0);
            when(reading, new Event.SuccessorRead(ROUND, Optional.empty()))
                    .does(STOP, REMOVE)
                    .now(leaving);
            when(reading, new Event.Refused(ROUND)).does(STOP, REMOVE).now(leaving);
            when(reading, new Event.ReviewDue()).does(STOP, REMOVE).now(leaving);
        }

        @Test
        void aFailureIsToldAndMeansJustLeaving_R10() {
            when(
                            new Passing(AT, OWN, Optional.of(OURS), Then.REJOIN, Optional.empty()),
                            new Event.Failed(ROUND, FORBIDDEN))
                    .does(new Action.Report(FORBIDDEN), STOP, REMOVE)
                    .now(new Leaving(NEXT, OWN, Then.REJOIN, 0));
        }

        @Test
        void theListenerMayReturnAndTheElectionMayBeClosed_R11_R12() {
            when(passing(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.Told())
                    .doesNothing()
                    .now(passing(Then.REJOIN));
            when(passing(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.CloseAsked())
                    .doesNothing()
                    .now(passing(Then.CLOSE.behind(Obstacle.LISTENER_BUSY)));
        }

        @Test
        void theZnodeMayGoByItself_R7() {
            when(passing(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.NodeGone(OWN.name()))
                    .does(UNWATCH)
                    .now(outside(NEXT, Obstacle.LISTENER_BUSY));
        }

        @Test
        void theSessionMayEnd_R8() {
            when(passing(Then.REJOIN), new Event.SessionEnded()).does(UNWATCH).now(outside(NEXT, Obstacle.NO_SESSION));
        }

        @Test
        void theListenersOldDeadlineConcernsNobody_R4() {
            Step told = new Yielding(AT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.empty())
                    .handle(new Event.Told());
            when(told.next(), new Event.PatienceOver(ROUND)).doesNothing().now(told.next());
        }
    }

    @Nested
    class WhileLeaving {

        @Test
        void theZnodeIsDeletedForAsLongAsThatTakes_R10_C1() {
            when(leaving(Then.REJOIN), new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 0))
                    .now(new Leaving(NEXT, OWN, Then.REJOIN, 1));
            when(new Leaving(AT, OWN, Then.REJOIN, 7), new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 7));
            when(leaving(Then.REJOIN), new Event.RetryDue(ROUND)).does(REMOVE);
            when(leaving(Then.REJOIN), new Event.ReviewDue()).does(REMOVE);
        }

        @Test
        void onlyTheOwnZnodeCounts_C1() {
            when(leaving(Then.CLOSE), new Event.Removed(ROUND, STRAY))
                    .doesNothing()
                    .now(leaving(Then.CLOSE));
        }

        @Test
        void theOneThatIsToldJoinsAgainAtTheBack_R11() {
            Joining joining = new Joining(new Stamp(Samples.OBJECT, 4, 42), false, Optional.empty(), 0);
            Action join = new Action.Join(42, Samples.OBJECT + ".4");
            when(leaving(Then.REJOIN), new Event.Removed(ROUND, OWN.name()))
                    .does(UNWATCH, join)
                    .now(joining);
            when(leaving(Then.REJOIN), new Event.NodeGone(OWN.name()))
                    .does(UNWATCH, join)
                    .now(joining);
        }

        @Test
        void theOneThatIsNotToldYetWaits_R11() {
            when(leaving(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.Removed(ROUND, OWN.name()))
                    .does(UNWATCH)
                    .now(outside(NEXT, Obstacle.LISTENER_BUSY));
            when(leaving(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.Told())
                    .doesNothing()
                    .now(leaving(Then.REJOIN));
        }

        @Test
        void theOneWhoseListenerThrewCoolsDown_R11() {
            when(leaving(Then.REJOIN.behind(Obstacle.COOLING_DOWN)), new Event.Removed(ROUND, OWN.name()))
                    .does(UNWATCH, new Action.CoolDown(THEN))
                    .now(outside(NEXT, Obstacle.COOLING_DOWN));
        }

        @Test
        void closingIsTheEndWhenTheZnodeIsGone_R12() {
            when(leaving(Then.REJOIN.behind(Obstacle.LISTENER_BUSY)), new Event.CloseAsked())
                    .doesNothing()
                    .now(leaving(Then.CLOSE.behind(Obstacle.LISTENER_BUSY)));
            when(leaving(Then.CLOSE.behind(Obstacle.LISTENER_BUSY)), new Event.Removed(ROUND, OWN.name()))
                    .does(UNWATCH, STOP, new Action.Finish())
                    .now(new Closed(NEXT));
        }

        @Test
        void theEndOfTheSessionIsTheEndOfTheZnode_R8() {
            when(leaving(Then.CLOSE), new Event.SessionEnded()).nowIn(Closed.class);
            when(leaving(Then.REJOIN), new Event.SessionEnded()).does(UNWATCH).now(outside(NEXT, Obstacle.NO_SESSION));
        }
    }
}
