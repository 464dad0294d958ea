package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.BATON;
import static dev.baton.election.internal.machine.Samples.BEHIND;
import static dev.baton.election.internal.machine.Samples.FORBIDDEN;
import static dev.baton.election.internal.machine.Samples.FURTHER;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OBJECT;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.Samples.queued;
import static dev.baton.election.internal.machine.Samples.seen;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QueuedTest {

    private static final Queued SECOND = queued(1, BATON, AHEAD);
    private static final Queued THIRD = queued(2, Samples.baton(FURTHER, 5, 900), AHEAD);
    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();
    private static final Action RENEW = new Action.Renew(OWN.name(), Optional.empty());
    private static final Action LOOK = new Action.Look(THEN, OWN.name());

    @Nested
    class TheOneThatIsWatched {

        @Test
        void wasTheHolderAndTheOnlyOneAheadSoTheBatonIsClaimedWithoutAListOrARead_R3() {
            when(SECOND, new Event.NodeGone(AHEAD))
                    .does(RENEW, new Action.Claim(THEN, OWN, BATON))
                    .now(new Claiming(NEXT, OWN, 0));
        }

        @Test
        void wasTheHolderWithNobodyAheadSoTheBatonIsClaimed_R3() {
            Baton held = Samples.baton(BEHIND, 5, 900);
            when(queued(0, held, BEHIND), new Event.NodeGone(BEHIND))
                    .does(RENEW, new Action.Claim(THEN, OWN, held))
                    .now(new Claiming(NEXT, OWN, 0));
        }

        @Test
        void wasGoneBeforeTheWatchWasSetWhichIsTheSame_R3() {
            when(SECOND, new Event.Watched(ROUND, AHEAD, false))
                    .does(RENEW, new Action.Claim(THEN, OWN, BATON))
                    .now(new Claiming(NEXT, OWN, 0));
        }

        @Test
        void wasNotTheHolderSoWhoLeadsIsLookedUp_R3() {
            when(THIRD, new Event.NodeGone(AHEAD)).does(LOOK).now(new Looking(NEXT, OWN, 0));
            when(queued(1, Samples.baton(BEHIND, 5, 900), AHEAD), new Event.NodeGone(AHEAD))
                    .does(LOOK)
                    .now(new Looking(NEXT, OWN, 0));
        }

        @Test
        void wasTheHolderWithOthersAheadWhoHaveTheFirstClaim_R3() {
            when(queued(2, BATON, AHEAD), new Event.NodeGone(AHEAD)).does(LOOK).now(new Looking(NEXT, OWN, 0));
        }

        @Test
        void standsSoNothingIsDoneButTheWaitsStartFromTheBeginning_R10() {
            Queued afterTrouble = new Queued(AT, OWN, 1, BATON, AHEAD, 3);
            when(afterTrouble, new Event.Watched(ROUND, AHEAD, true))
                    .doesNothing()
                    .now(SECOND);
        }

        @Test
        void isNotSomebodyWhomAnOldWatchTellsOf_R1() {
            when(THIRD, new Event.NodeGone(FURTHER)).doesNothing().now(THIRD);
        }
    }

    @Test
    void aWriteOfAWatchedZnodeMayMeanThatTheBatonWasPassed_R4() {
        when(SECOND, new Event.NodeChanged(OWN.name())).does(LOOK).now(new Looking(NEXT, OWN, 0));
        when(SECOND, new Event.NodeChanged(AHEAD)).does(LOOK).now(new Looking(NEXT, OWN, 0));
    }

    @Test
    void afterAReconnectNoOrderOfEventsIsTrustedAndAReviewTrustsNone_R10() {
        when(SECOND, new Event.Reconnected()).does(LOOK).now(new Looking(NEXT, OWN, 0));
        when(SECOND, new Event.ReviewDue()).does(LOOK).now(new Looking(NEXT, OWN, 0));
    }

    @Test
    void withoutTheOwnZnodeOneJoinsAgainAtTheBack_R7() {
        when(SECOND, new Event.NodeGone(OWN.name()))
                .does(new Action.StopRenewing(), new Action.Unwatch(), new Action.Join(THEN, OBJECT + ".4"))
                .now(new Joining(AT.rejoin(), false, Optional.empty(), 0));
    }

    @Nested
    class AFailure {

        @Test
        void isToldAndEverythingLookedUpAgainAfterAPause_R10() {
            when(SECOND, new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 0))
                    .now(new Looking(NEXT, OWN, 1));
        }

        @Test
        void thatComesBackAfterEveryLookWaitsLongerEveryTime_R10() {
            // The predecessor may not be read, or the baton not be written: each look succeeds, what follows does not.
            for (Baton baton : List.of(BATON, Samples.blank(3))) {
                State state = new Looking(AT, OWN, 0);
                for (int attempt = 0; attempt < 6; attempt++) {
                    String[] children =
                            baton.equals(BATON) ? new String[] {AHEAD, OWN.name()} : new String[] {OWN.name(), BEHIND};
                    Event.Seen seen = new Event.Seen(state.at().round(), true, Optional.of(baton), List.of(children));
                    State stands = state.handle(seen).next();
                    Step failed = stands.handle(new Event.Failed(stands.at().round(), FORBIDDEN));
                    assertThat(failed.actions())
                            .contains(new Action.Retry(failed.next().at().round(), attempt));
                    state = failed.next()
                            .handle(new Event.RetryDue(failed.next().at().round()))
                            .next();
                }
            }
        }
    }

    @Test
    void closingDeletesTheOwnZnode_R12() {
        when(SECOND, new Event.CloseAsked())
                .does(new Action.StopRenewing(), new Action.Remove(THEN, OWN.name()))
                .now(new Leaving(NEXT, OWN, Then.CLOSE, 0));
    }

    @Test
    void theEndOfTheSessionIsTheEndOfTheZnode_R8() {
        when(SECOND, new Event.SessionEnded())
                .does(new Action.StopRenewing(), new Action.Unwatch())
                .now(outside(NEXT, Obstacle.NO_SESSION));
    }

    @Test
    void theLeaseAloneMakesNobodyALeader_R2() {
        when(SECOND, new Event.LeaseHeld()).doesNothing().now(SECOND);
    }

    @Test
    void oneReadOfTheQueueLeadsFromTheMiddleOfItToAClaimWhenEverybodyAheadIsGone_R3() {
        Step looked = THIRD.handle(new Event.NodeGone(AHEAD));
        assertThat(looked.actions()).containsExactly(LOOK); // one question: the baton first, then the queue
        when(looked.next(), new Event.Seen(THEN, true, Optional.of(BATON), List.of(OWN.name())))
                .does(RENEW, new Action.Claim(THEN + 1, OWN, BATON));
    }

    @Test
    void peopleAreToldWhereItStands() {
        assertThat(SECOND.announcement()).contains("queued at position 1 as " + OWN.name() + ", behind " + AHEAD);
        assertThat(new Looking(AT, OWN, 0)
                        .handle(seen(BATON, AHEAD, OWN.name()))
                        .next())
                .extracting(State::phase)
                .isEqualTo("queued");
        assertThat(THIRD.holder()).as("who leads, though another is watched").contains(FURTHER);
        assertThat(THIRD.watched()).contains(AHEAD);
        assertThat(new Leaving(AT, OWN, Then.CLOSE, 0).announcement()).contains("leaves, deleting " + OWN.name());
    }
}
