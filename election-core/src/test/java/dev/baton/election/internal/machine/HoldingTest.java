package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OBJECT;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.StepAssert.when;

import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From the claim to the term. */
class HoldingTest {

    private static final Claiming CLAIMING = new Claiming(AT, OWN, 0);
    private static final Holding HOLDING = new Holding(AT, OWN, 901, 6, 0);
    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();
    private static final Action LOOK = new Action.Look(THEN, OWN.name());
    private static final Step REJOIN = Step.to(
            new Joining(AT.rejoin(), false, Optional.empty(), 0),
            new Action.StopRenewing(),
            new Action.Unwatch(),
            new Action.Join(THEN, OBJECT + ".4"));

    @Nested
    class AClaim {

        @Test
        void thatWasAppliedIsTheTokenAndItsWatchAndRenewalsGoOutAtOnce_R5_R7() {
            when(CLAIMING, new Event.Claimed(ROUND, 902, 6))
                    .does(
                            new Action.Watch(THEN, OWN.name()),
                            new Action.WatchBaton(THEN),
                            new Action.Renew(OWN.name(), Optional.of(6)))
                    .now(new Holding(NEXT, OWN, 902, 6, 0));
        }

        @Test
        void thatWasRefusedLooksAgain_R3() {
            when(CLAIMING, new Event.Refused(ROUND)).does(LOOK).now(new Looking(NEXT, OWN, 0));
            when(CLAIMING, new Event.NoParent(ROUND)).does(LOOK).now(new Looking(NEXT, OWN, 0));
        }

        @Test
        void whoseAnswerWasLostLooksAgainAsTheBatonSaysWhetherItWasApplied_R10() {
            when(CLAIMING, new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 0))
                    .now(new Looking(NEXT, OWN, 1));
        }

        @Test
        void thatIsNotAnsweredIsReviewed_R10() {
            when(CLAIMING, new Event.ReviewDue()).does(LOOK).now(new Looking(NEXT, OWN, 0));
        }

        @Test
        void isOverWhenTheOwnZnodeOrTheSessionIs_R7_R8() {
            when(CLAIMING, new Event.NodeGone(OWN.name()))
                    .does(REJOIN.actions().toArray(Action[]::new))
                    .now(REJOIN.next());
            when(CLAIMING, new Event.NodeGone(AHEAD)).doesNothing().now(CLAIMING);
            when(CLAIMING, new Event.SessionEnded())
                    .does(new Action.StopRenewing(), new Action.Unwatch())
                    .now(outside(NEXT, Obstacle.NO_SESSION));
        }

        @Test
        void doesNotKeepFromClosing_R12() {
            when(CLAIMING, new Event.CloseAsked())
                    .does(new Action.StopRenewing(), new Action.Remove(THEN, OWN.name()))
                    .now(new Leaving(NEXT, OWN, Then.CLOSE, 0));
        }

        @Test
        void isNotHurriedByTheLeaseAsOnlyTheBatonMakesAHolder_R2() {
            when(CLAIMING, new Event.LeaseHeld()).doesNothing().now(CLAIMING);
        }
    }

    @Nested
    class TheBatonAlone {

        @Test
        void makesNoLeaderUntilTheLeaseIsHeldToo_R6() {
            when(HOLDING, new Event.LeaseHeld())
                    .does(new Action.Begin(OWN, 901, 6))
                    .now(new Leading(AT, OWN, 901, 6));
        }

        @Test
        void isWatchedSoThatWeKnowWhenItIsTaken_R7() {
            when(HOLDING, new Event.BatonTouched()).does(LOOK).now(new Looking(NEXT, OWN, 0));
            when(HOLDING, new Event.BatonWatched(ROUND, Optional.of(7))).does(LOOK);
            when(HOLDING, new Event.BatonWatched(ROUND, Optional.empty())).does(LOOK);
            when(HOLDING, new Event.BatonWatched(ROUND, Optional.of(6)))
                    .doesNothing()
                    .now(HOLDING);
        }

        @Test
        void isTriedForFromTheBeginningOnceItsWatchStandsAndNotBefore_R10() {
            Holding afterTrouble = new Holding(AT, OWN, 901, 6, 3);
            when(afterTrouble, new Event.BatonWatched(ROUND, Optional.of(6)))
                    .doesNothing()
                    .now(HOLDING);
            when(afterTrouble, new Event.Watched(ROUND, OWN.name(), true))
                    .doesNothing()
                    .now(afterTrouble);
        }

        @Test
        void isLookedAtAgainAfterAFailureAndEveryTimeLater_R10() {
            when(new Holding(AT, OWN, 901, 6, 2), new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 2))
                    .now(new Looking(NEXT, OWN, 3));
            when(HOLDING, new Event.ReviewDue()).does(LOOK);
        }

        @Test
        void helpsNobodyWhoseZnodeOrSessionIsGone_R7_R8() {
            when(HOLDING, new Event.NodeGone(OWN.name()))
                    .does(REJOIN.actions().toArray(Action[]::new))
                    .now(REJOIN.next());
            when(HOLDING, new Event.SessionEnded())
                    .does(new Action.StopRenewing(), new Action.Unwatch())
                    .now(outside(NEXT, Obstacle.NO_SESSION));
        }

        @Test
        void isPassedOnWhenTheElectionIsClosed_R4_R12() {
            when(HOLDING, new Event.CloseAsked())
                    .does(new Action.StopRenewing(), LOOK)
                    .now(new Passing(NEXT, OWN, Optional.empty(), Then.CLOSE, Optional.empty()));
        }
    }

    static java.util.List<State> withATerm() {
        return Samples.states().stream()
                .filter(state -> !(state instanceof Holding))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("withATerm")
    void theLeaseBeginsNoTermInAnyOtherState_R2(State state) {
        when(state, new Event.LeaseHeld()).doesNothing().now(state);
    }
}
