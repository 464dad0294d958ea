package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.AHEAD;
import static dev.baton.election.internal.machine.Samples.AT;
import static dev.baton.election.internal.machine.Samples.BATON;
import static dev.baton.election.internal.machine.Samples.BEHIND;
import static dev.baton.election.internal.machine.Samples.EAGER;
import static dev.baton.election.internal.machine.Samples.FORBIDDEN;
import static dev.baton.election.internal.machine.Samples.OURS;
import static dev.baton.election.internal.machine.Samples.OWN;
import static dev.baton.election.internal.machine.Samples.ROUND;
import static dev.baton.election.internal.machine.Samples.seen;
import static dev.baton.election.internal.machine.StepAssert.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who wants to lead more than the leader asks for the baton; the leader passes it, or keeps it. */
class PriorityTest {

    private static final Stamp NEXT = AT.next();
    private static final long THEN = NEXT.round();

    @Nested
    class WhoWaits {

        private final Queued eager = new Queued(AT, EAGER, 2, BATON, BEHIND, 0);

        private State behindHolder(String holder) {
            return new Queued(AT, EAGER, 2, Samples.baton(holder, 5, 900), BEHIND, 0);
        }

        @Test
        void asksTheHolderWhenItHasStoodQuietlyForAWhile() {
            when(eager, new Event.Watched(ROUND, BEHIND, true))
                    .does(new Action.AskLater(ROUND))
                    .now(eager);
            when(eager, new Event.AskDue(ROUND))
                    .does(new Action.Ask(ROUND, AHEAD))
                    .now(eager);
        }

        @Test
        void asksNobodyWhoWantsItAsMuchOrMore() {
            for (String other : List.of("7", "8")) {
                String holder = "c-00000000000000ee.1.p" + other + "-0000000003";
                when(behindHolder(holder), new Event.Watched(ROUND, BEHIND, true))
                        .doesNothing();
            }
            String lesser = "c-00000000000000ee.1.p6-0000000003";
            when(behindHolder(lesser), new Event.Watched(ROUND, BEHIND, true)).does(new Action.AskLater(ROUND));
        }

        @Test
        void waitsAnewWhenAnythingChanges() {
            for (Event change :
                    List.of(new Event.NodeChanged(BEHIND), new Event.Reconnected(), new Event.NodeGone(BEHIND))) {
                State after = eager.handle(change).next();
                when(after, new Event.AskDue(ROUND)).doesNothing().now(after);
            }
        }

        @Test
        void keepsItsLeaseUpToLeadWithoutDelay_R6() {
            Looking looking = new Looking(AT, EAGER, 0);
            when(looking, seen(BATON, AHEAD, BEHIND, EAGER.name()))
                    .does(new Action.Renew(EAGER.name(), Optional.empty()), new Action.Watch(THEN, BEHIND));
        }

        @Test
        void countsAnAnswerToItsQuestionAsSuccessAndNotALookBefore_R10() {
            State state = new Queued(AT, EAGER, 2, BATON, BEHIND, 3);
            Step watched = state.handle(new Event.Watched(ROUND, BEHIND, true));
            assertThat(watched.next().attempt()).isEqualTo(3);
            when(watched.next(), new Event.Failed(ROUND, FORBIDDEN))
                    .does(new Action.Report(FORBIDDEN), new Action.Retry(THEN, 3))
                    .now(new Looking(NEXT, EAGER, 4));
            when(watched.next(), new Event.Asked(ROUND)).doesNothing().now(eager);
        }
    }

    @Nested
    class TheLeader {

        private final Leading leading = new Leading(AT, OWN, 901, 6);

        @Test
        void looksWhoStandsWhenItsZnodeIsWritten() {
            when(leading, new Event.NodeChanged(OWN.name()))
                    .does(new Action.Look(THEN, OWN.name()), new Action.WatchBaton(THEN))
                    .now(new Leading(NEXT, OWN, 901, 6));
        }

        @Test
        void passesToOneThatWantsItMore_R4() {
            when(leading, seen(OURS, OWN.name(), BEHIND, EAGER.name()))
                    .does(new Action.End(Ending.PASSED), new Action.StopRenewing(), new Action.Patience(THEN))
                    .now(new Yielding(
                            NEXT, OWN, Then.REJOIN.behind(Obstacle.LISTENER_BUSY), Optional.of(EAGER.name())));
        }

        @Test
        void passesToTheOneThatWantsItMostAndOfEqualsToTheFirstInLine() {
            String most = "c-00000000000000ee.1.p9-0000000011";
            String alsoMost = "c-00000000000000ff.1.p9-0000000012";
            State after = leading.handle(seen(OURS, OWN.name(), alsoMost, EAGER.name(), most))
                    .next();
            assertThat(((Yielding) after).heir()).contains(most);
        }

        @Test
        void passesToWhomAnOperatorWantsBeforeTheOneThatWantsItMost_R4() {
            for (String wish : List.of(BEHIND, OWN.name(), AHEAD)) {
                Event.Seen seen = new Event.Seen(
                        ROUND, true, Optional.of(OURS), List.of(OWN.name(), BEHIND, EAGER.name()), Optional.of(wish));
                State after = leading.handle(seen).next();
                assertThat(((Yielding) after).heir())
                        .as("itself, and one that has left, are no heirs")
                        .contains(wish.equals(BEHIND) ? BEHIND : EAGER.name());
            }
        }

        @Test
        void staysWhenNobodyWantsItMore() {
            when(leading, seen(OURS, OWN.name(), BEHIND)).doesNothing().now(leading);
            Leading eager = new Leading(AT, EAGER, 901, 6);
            String equal = "c-00000000000000ee.1.p7-0000000011";
            when(eager, seen(Samples.baton(EAGER.name(), 6, 901), OWN.name(), EAGER.name(), equal))
                    .doesNothing()
                    .now(eager);
        }

        @Test
        void doesNotPassToWhatItsOwnObjectLeftBehind_C1() {
            String stray = "c-" + Samples.OBJECT + ".2.p9-0000000005";
            when(leading, seen(OURS, stray, OWN.name(), BEHIND)).doesNothing().now(leading);
        }

        @Test
        void knowsFromTheSameLookThatItsOwnZnodeIsGone_R7() {
            when(leading, new Event.Seen(ROUND, false, Optional.of(OURS), List.of(BEHIND, EAGER.name())))
                    .nowIn(Outside.class);
        }
    }
}
