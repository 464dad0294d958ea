package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.FORBIDDEN;
import static dev.baton.election.internal.machine.Samples.INSTANCE;
import static dev.baton.election.internal.machine.Samples.NO_CONNECTION;
import static dev.baton.election.internal.machine.Samples.OBJECT;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.outside;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoiningTest {

    private static final Joining JOINING = new Joining(AT, false, Optional.empty(), 0);
    private static final Joining UNSETTLED = new Joining(AT, true, Optional.empty(), 1);
    private static final Joining CLOSING = new Joining(AT, false, Optional.of(Then.CLOSE), 0);
    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();

    @Test
    void theFirstSessionIsJoinedUnderAnInstanceThatNoOtherJoinHas() {
        State first = State.initial(OBJECT, true);
        when(first, new Event.SessionOpened())
                .does(new Action.Join(1, OBJECT + ".1"))
                .now(new Joining(new Stamp(OBJECT, 1, 1), false, Optional.empty(), 0));
    }

    @Test
    void whoHasAZnodeLooksWhereItStands_R1() {
        when(JOINING, new Event.Joined(ROUND, OWN.name()))
                .does(new Action.Look(THEN, OWN.name()))
                .now(new Looking(NEXT, OWN, 0));
    }

    @Test
    void aPathThatIsMissingIsPreparedAndThenJoined() {
        when(JOINING, new Event.NoParent(ROUND)).does(new Action.Prepare(ROUND)).now(JOINING);
        when(JOINING, new Event.Prepared(ROUND)).does(new Action.Join(THEN, INSTANCE));
    }

    @Test
    void theNameOfAStrangerIsABugAndNotACandidate() {
        assertThatIllegalStateException()
                .isThrownBy(() -> JOINING.handle(new Event.Joined(ROUND, "lock-0000000001")))
                .withMessageContaining("lock-0000000001");
    }

    @Nested
    class AnAnswerWasLost {

        @Test
        void soTheNextAttemptSettlesFirstWhetherTheZnodeIsThere_C1() {
            when(JOINING, new Event.Failed(ROUND, NO_CONNECTION))
                    .does(new Action.Report(NO_CONNECTION), new Action.Retry(THEN, 0))
                    .now(new Joining(NEXT, true, Optional.empty(), 1));
            when(UNSETTLED, new Event.RetryDue(ROUND)).does(new Action.Settle(THEN, INSTANCE));
        }

        @Test
        void andItStaysInDoubtWhenSettlingFailsForAKnownReason_C1() {
            when(UNSETTLED, new Event.Failed(ROUND, FORBIDDEN)).now(new Joining(NEXT, true, Optional.empty(), 2));
        }

        @Test
        void soTheZnodeThatIsFoundIsTaken_C1() {
            when(UNSETTLED, new Event.Settled(ROUND, Optional.of(OWN.name())))
                    .does(new Action.Look(THEN, OWN.name()))
                    .now(new Looking(NEXT, OWN, 0));
        }

        @Test
        void soOnlyWhenNothingIsFoundAnotherIsCreated_C1() {
            when(UNSETTLED, new Event.Settled(ROUND, Optional.empty()))
                    .does(new Action.Join(THEN, INSTANCE))
                    .now(new Joining(NEXT, false, Optional.empty(), 1));
        }
    }

    @Test
    void aCreateThatWasRefusedHasLeftNothingAndIsTriedAgain_R10() {
        when(JOINING, new Event.Failed(ROUND, FORBIDDEN))
                .does(new Action.Report(FORBIDDEN), new Action.Retry(THEN, 0))
                .now(new Joining(NEXT, false, Optional.empty(), 1));
        when(JOINING, new Event.RetryDue(ROUND)).does(new Action.Join(THEN, INSTANCE));
    }

    @Test
    void everyFurtherFailureWaitsLonger_R10() {
        State state = JOINING;
        for (int attempt = 0; attempt < 5; attempt++) {
            Step failed = state.handle(new Event.Failed(state.at().round(), FORBIDDEN));
            assertThat(failed.actions())
                    .contains(new Action.Retry(failed.next().at().round(), attempt));
            state = failed.next()
                    .handle(new Event.RetryDue(failed.next().at().round()))
                    .next();
        }
    }

    @Test
    void aReviewSettlesWhatMayHaveBeenLost_R10() {
        when(JOINING, new Event.ReviewDue())
                .does(new Action.Settle(THEN, INSTANCE))
                .now(new Joining(NEXT, true, Optional.empty(), 0));
    }

    @Nested
    class TheSequenceNumber {

        @ParameterizedTest
        @ValueSource(ints = {Integer.MAX_VALUE, CandidateName.SEQUENCE_LIMIT, -1, Integer.MIN_VALUE})
        void isRefusedWhereItOrdersNothingAndTheMessageSaysWhatToDo_R5(int sequence) {
            String name = String.format("c-%s-%010d", INSTANCE, sequence);
            Step step = JOINING.handle(new Event.Joined(ROUND, name));
            assertThat(step.next())
                    .isEqualTo(
                            new Leaving(NEXT, new Own(name, sequence), Then.REJOIN.behind(Obstacle.COOLING_DOWN), 0));
            assertThat(step.actions()).contains(new Action.Remove(THEN, name));
            Failure told = ((Action.Report) step.actions().get(0)).failure();
            assertThat(told.kind()).isEqualTo(Failure.Kind.SEQUENCE_LIMIT);
            assertThat(told.message())
                    .contains(name, Integer.toString(sequence), "2146435072")
                    .contains("fresh election path");
        }

        @Test
        void isGoodUpToTheLimit_R5() {
            int last = (int) ((1L << 31) - (1L << 20) - 1);
            String name = String.format("c-%s-%010d", INSTANCE, last);
            when(JOINING, new Event.Joined(ROUND, name)).now(new Looking(NEXT, new Own(name, last), 0));
        }
    }

    @Nested
    class Closing {

        @Test
        void settlesFirstAsOnlyTheServerKnowsWhatACreateHasLeft_R12() {
            when(JOINING, new Event.CloseAsked())
                    .does(new Action.Settle(THEN, INSTANCE))
                    .now(new Joining(NEXT, false, Optional.of(Then.CLOSE), 0));
        }

        @Test
        void deletesWhatIsFound_R12() {
            when(CLOSING, new Event.Settled(ROUND, Optional.of(OWN.name())))
                    .does(new Action.StopRenewing(), new Action.Remove(THEN, OWN.name()))
                    .now(new Leaving(NEXT, OWN, Then.CLOSE, 0));
        }

        @Test
        void isDoneWhenNothingIsFound_R12() {
            when(CLOSING, new Event.Settled(ROUND, Optional.empty()))
                    .does(new Action.Unwatch(), new Action.StopRenewing(), new Action.Finish())
                    .now(new Closed(NEXT));
        }

        @Test
        void goesOnSettlingUntilItSucceeds_R12() {
            Step failed = CLOSING.handle(new Event.Failed(ROUND, NO_CONNECTION));
            when(failed.next(), new Event.RetryDue(THEN)).does(new Action.Settle(THEN + 1, INSTANCE));
            assertThat(((Joining) failed.next()).leaving()).contains(Then.CLOSE);
        }

        @Test
        void isDoneWhenTheSessionIsOver_R12() {
            when(CLOSING, new Event.SessionEnded())
                    .does(new Action.Unwatch(), new Action.StopRenewing(), new Action.Finish())
                    .now(new Closed(NEXT));
        }
    }

    @Test
    void aSessionThatEndsMeanwhileIsWaitedFor_R8() {
        when(UNSETTLED, new Event.SessionEnded()).does(new Action.Unwatch()).now(outside(NEXT, Obstacle.NO_SESSION));
    }
}
