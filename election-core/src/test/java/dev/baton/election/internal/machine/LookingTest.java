package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.BATON;
import static dev.baton.election.internal.machine.Samples.BEHIND;
import static dev.baton.election.internal.machine.Samples.FURTHER;
import static dev.baton.election.internal.machine.Samples.INSTANCE;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OBJECT;
import static dev.baton.election.internal.machine.Samples.OURS;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.STRAY;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.Samples.seen;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LookingTest {

    private static final Looking LOOKING = new Looking(AT, OWN, 0);
    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();
    private static final Action RENEW = new Action.Renew(OWN.name(), Optional.empty());
    private static final Action STOP = new Action.StopRenewing();

    private static Queued queued(int position, Baton baton, String watched) {
        return new Queued(NEXT, OWN, position, baton, watched, 0);
    }

    @Nested
    class WhoIsWatched {

        @Test
        void isThePredecessor_R1() {
            when(LOOKING, seen(BATON, OWN.name(), AHEAD, BEHIND))
                    .does(RENEW, new Action.Watch(THEN, AHEAD))
                    .now(queued(1, BATON, AHEAD));
        }

        @Test
        void isThePredecessorEvenIfTheHolderStandsFurtherAhead_R1() {
            Baton held = Samples.baton(FURTHER, 5, 900);
            when(LOOKING, seen(held, FURTHER, AHEAD, OWN.name()))
                    .does(STOP, new Action.Watch(THEN, AHEAD))
                    .now(queued(2, held, AHEAD));
        }

        @Test
        void isTheHolderIfNobodyIsAhead_R1() {
            Baton held = Samples.baton(BEHIND, 5, 900);
            when(LOOKING, seen(held, OWN.name(), BEHIND))
                    .does(RENEW, new Action.Watch(THEN, BEHIND))
                    .now(queued(0, held, BEHIND));
        }

        @Test
        void isThePredecessorIfTheHolderIsGoneAsThatOneWillClaim_R3() {
            when(LOOKING, seen(BATON, FURTHER, OWN.name()))
                    .does(RENEW, new Action.Watch(THEN, FURTHER)) // that one is as good as the holder, and we are next
                    .now(queued(1, BATON, FURTHER));
        }

        @Test
        void isFoundByTheNumberAndNotByTheName_R1() {
            String nine =
                    "c-00000000000000bb.1-999999999"; // an older server's form: greater as text than our ten digits
            String later = "c-0000000000000001.1-0000000008"; // smaller as text than our name, as its object is
            when(LOOKING, seen(Samples.baton(later, 5, 900), OWN.name(), later))
                    .does(RENEW, new Action.Watch(THEN, later))
                    .now(queued(0, Samples.baton(later, 5, 900), later));
        }
    }

    @Nested
    class WhoRenews {

        @Test
        void isOnlyTheOneThatIsNextInLine_R6() {
            when(LOOKING, seen(Samples.baton(FURTHER, 5, 900), FURTHER, AHEAD, OWN.name()))
                    .does(STOP, new Action.Watch(THEN, AHEAD));
        }

        @Test
        void isTheSecondEvenIfTheHolderStandsBehindIt_R6() {
            Baton held = Samples.baton(BEHIND, 5, 900);
            when(LOOKING, seen(held, AHEAD, OWN.name(), BEHIND)).does(STOP, new Action.Watch(THEN, AHEAD));
            when(LOOKING, seen(held, OWN.name(), BEHIND)).does(RENEW, new Action.Watch(THEN, BEHIND));
        }
    }

    @Nested
    class TheBaton {

        @Test
        void isClaimedByTheFirstWhoseHolderIsGone_R3() {
            when(LOOKING, seen(BATON, OWN.name(), BEHIND))
                    .does(RENEW, new Action.Claim(THEN, OWN, BATON))
                    .now(new Claiming(NEXT, OWN, 0));
        }

        @Test
        void isClaimedByTheFirstIfItNamesNobody_R3() {
            when(LOOKING, seen(Samples.blank(0), OWN.name()))
                    .does(RENEW, new Action.Claim(THEN, OWN, Samples.blank(0)))
                    .now(new Claiming(NEXT, OWN, 0));
        }

        @Test
        void thatNamesUsWasPassedToUsAndItsTransactionIsTheToken_R4() {
            when(LOOKING, seen(OURS, AHEAD, OWN.name()))
                    .does(new Action.WatchBaton(THEN), new Action.Renew(OWN.name(), Optional.of(6)))
                    .now(new Holding(NEXT, OWN, 901, 6, 0));
        }

        @Test
        void thatIsMissingIsMadeAndThenLookedAtAgain_R7() {
            when(LOOKING, new Event.Seen(ROUND, true, Optional.empty(), List.of(OWN.name())))
                    .does(new Action.Prepare(ROUND))
                    .now(LOOKING);
            when(LOOKING, new Event.Prepared(ROUND))
                    .does(new Action.Look(THEN, OWN.name()))
                    .now(new Looking(NEXT, OWN, 0));
        }
    }

    @Nested
    class TheOwnZnode {

        private final Step rejoined = Step.to(
                new Joining(AT.rejoin(), false, Optional.empty(), 0),
                STOP,
                new Action.Unwatch(),
                new Action.Join(THEN, OBJECT + ".4"));

        @Test
        void thatIsGoneIsReplacedByOneWithAnotherName_R7() {
            assertThat(LOOKING.handle(new Event.NodeGone(OWN.name()))).isEqualTo(rejoined);
            assertThat(LOOKING.handle(new Event.Seen(ROUND, false, Optional.of(BATON), List.of(AHEAD))))
                    .isEqualTo(rejoined);
            assertThat(LOOKING.handle(seen(BATON, AHEAD))).isEqualTo(rejoined);
        }

        @Test
        void thatWasWrittenMeanwhileMayHaveBeenGivenTheBatonSoTheLookIsRepeated_R4() {
            when(LOOKING, new Event.NodeChanged(OWN.name()))
                    .does(new Action.Look(THEN, OWN.name()))
                    .now(new Looking(NEXT, OWN, 0));
            when(LOOKING, new Event.NodeChanged(AHEAD)).doesNothing().now(LOOKING);
        }
    }

    @Nested
    class WhatTheSameObjectLeftBehind {

        @Test
        void isSweptBeforeAnythingElse_C1() {
            when(LOOKING, seen(Samples.baton(STRAY, 5, 900), STRAY, OWN.name()))
                    .does(new Action.Remove(THEN, STRAY), RENEW, new Action.Watch(THEN, STRAY));
        }

        @Test
        void isSweptWhileClaimingAndWhileHoldingToo_C1() {
            String other = "c-" + OBJECT + ".1-0000000009";
            when(LOOKING, seen(BATON, OWN.name(), other))
                    .does(new Action.Remove(THEN, other), RENEW, new Action.Claim(THEN, OWN, BATON));
            when(LOOKING, seen(OURS, STRAY, OWN.name(), other))
                    .does(
                            new Action.Remove(THEN, other),
                            new Action.Remove(THEN, STRAY),
                            new Action.WatchBaton(THEN),
                            new Action.Renew(OWN.name(), Optional.of(6)));
        }

        @Test
        void isNotWhatAnotherObjectOrAnotherApplicationHas_C6() {
            String foreign = "lock-" + INSTANCE + "-0000000001";
            when(LOOKING, seen(BATON, AHEAD, OWN.name(), foreign, "c-" + OBJECT + "-0000000001"))
                    .does(RENEW, new Action.Watch(THEN, AHEAD));
        }
    }

    @Test
    void aFailureIsToldAndEveryFurtherOneWaitsLonger_R10() {
        when(new Looking(AT, OWN, 4), new Event.Failed(ROUND, NO_CONNECTION))
                .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 4))
                .now(new Looking(NEXT, OWN, 5));
        when(new Looking(AT, OWN, 5), new Event.RetryDue(ROUND))
                .does(new Action.Look(THEN, OWN.name()))
                .now(new Looking(NEXT, OWN, 5));
    }

    @Test
    void aReviewAsksAgain_R10() {
        when(LOOKING, new Event.ReviewDue()).does(new Action.Look(THEN, OWN.name()));
    }

    @Test
    void closingDeletesTheOwnZnode_R12() {
        when(LOOKING, new Event.CloseAsked())
                .does(STOP, new Action.Remove(THEN, OWN.name()))
                .now(new Leaving(NEXT, OWN, Then.CLOSE, 0));
    }

    @Test
    void theEndOfTheSessionIsTheEndOfTheZnode_R8() {
        when(LOOKING, new Event.SessionEnded())
                .does(STOP, new Action.Unwatch())
                .now(outside(NEXT, Obstacle.NO_SESSION));
    }
}
