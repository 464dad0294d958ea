package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ElectionDriverTest {

    private final Loop loop = new Loop();
    private final Stand a = loop.stand("a");

    private void leads() {
        loop.open();
        a.holds(100);
        loop.renewFor(2100);
        assertThat(a.phase()).isEqualTo("leading");
    }

    /** From the end of a term to a candidate that is outside, with nobody to pass the baton to. */
    private void handsOver() {
        a.answer(new Event.Seen(a.asked(Action.Look.class).round(), true, Optional.empty(), List.of()));
        a.answer(new Event.Removed(a.asked(Action.Remove.class).round(), a.znode()));
    }

    @Nested
    class Sessions {

        @Test
        void thatComeLaterGetNoAnswerOfEarlierOnes_R8() {
            loop.open();
            loop.end();
            loop.open();
            long round = a.asked(Action.Join.class).round();
            a.answerTo(0, new Event.Joined(round, a.znode())); // even if it has the round of today
            assertThat(a.phase()).isEqualTo("joining");
            a.joins();
            assertThat(a.phase()).isEqualTo("looking");
        }

        @Test
        void thatAreOverTellNothingOfZnodes_R8() {
            leads();
            loop.end();
            a.listenerReturns();
            loop.open();
            a.holds(200);
            a.hears(new Event.NodeGone(a.znode())); // by the first session's watch
            assertThat(a.phase()).isEqualTo("holding");
        }

        @Test
        void thatAreTooShortAreReportedAndTheNextOneIsTried_R6_R10() {
            loop.open(new HandSession(Duration.ofMillis(9999)));
            assertThat(a.told).containsExactly("failed SESSION_TOO_SHORT");
            assertThat(a.driver().snapshot().lastFailure().orElseThrow().message())
                    .contains("9999 ms", "10000 ms", "serverTickTime");
            assertThat(a.requests).isEmpty();
            loop.end();
            loop.open();
            assertThat(a.requests(Action.Join.class)).isEqualTo(1);
        }

        @Test
        void thatWereThereBeforeAreJoinedAtOnce() {
            loop.open();
            Stand late = loop.stand("b");
            assertThat(late.requests(Action.Join.class)).isEqualTo(1);
        }

        @Test
        void thatCannotBeHadAreReported_R10() {
            loop.fails(Failure.Kind.CLIENT_CLOSED);
            assertThat(a.told).containsExactly("failed CLIENT_CLOSED");
        }
    }

    @Nested
    class Failures {

        @Test
        void areTriedAgainAfterAWhileThatGrows_R10() {
            loop.open();
            long[] waits = new long[9];
            for (int attempt = 0; attempt < waits.length; attempt++) {
                int before = a.requests.size();
                a.fail(Failure.Kind.NOT_PERMITTED);
                while (a.requests.size() == before) {
                    loop.millis(1);
                    waits[attempt]++;
                }
                long whole = Math.min(5000, 100L << attempt);
                assertThat(waits[attempt]).as("attempt " + attempt).isBetween(whole / 2, whole);
            }
        }

        @Test
        void needNotWaitWhenTheConnectionIsBack_R10() {
            loop.open();
            a.fail(Failure.Kind.CONNECTION);
            assertThat(a.requests).hasSize(1);
            loop.reconnect();
            assertThat(a.requests).hasSize(2);
            assertThat(a.asked(Action.Settle.class).instance()).startsWith("a");
            loop.millis(10_000);
            assertThat(a.requests).as("the alarm was taken back").hasSize(2);
        }

        @Test
        void areToldOncePerKindUntilItWorksAgain_R10() {
            loop.open();
            for (int i = 0; i < 3; i++) {
                a.fail(Failure.Kind.NOT_PERMITTED);
                loop.millis(5000);
            }
            assertThat(a.told).containsExactly("failed NOT_PERMITTED");
            a.fail(Failure.Kind.NO_CHROOT);
            assertThat(a.told).containsExactly("failed NOT_PERMITTED", "failed NO_CHROOT");
            loop.millis(5000);
            a.joins();
            a.fail(Failure.Kind.NO_CHROOT);
            assertThat(a.told).containsExactly("failed NOT_PERMITTED", "failed NO_CHROOT", "failed NO_CHROOT");
        }

        @Test
        void thatALookInBetweenHidesAreStillToldOnce_R10() {
            loop.open();
            a.queues(1);
            for (int i = 0; i < 5; i++) {
                a.fail(Failure.Kind.NOT_PERMITTED); // the predecessor may not be read
                loop.millis(5000);
                a.queuesAgain(1);
            }
            assertThat(a.told).containsExactly("failed NOT_PERMITTED");
            a.answer(new Event.Watched(
                    a.asked(Action.Watch.class).round(), "c-" + "f".repeat(16) + ".1-0000000000", true));
            loop.reconnect();
            a.queuesAgain(1);
            a.fail(Failure.Kind.NOT_PERMITTED);
            assertThat(a.told).as("it had worked in between").hasSize(2);
        }

        @Test
        void ofTheConnectionAreSeenInTheStateButToldToNobody_R9() {
            loop.open();
            a.fail(Failure.Kind.CONNECTION);
            assertThat(a.told).isEmpty();
            assertThat(a.driver().snapshot().lastFailure().map(Failure::kind)).contains(Failure.Kind.CONNECTION);
        }

        @Test
        void thatLeaveNoTraceAreFoundByAReview_R10() {
            loop.open();
            a.queues(2);
            int before = a.requests(Action.Look.class);
            loop.millis(45_000);
            assertThat(a.requests(Action.Look.class)).isEqualTo(before + 1);
        }
    }

    @Nested
    class Terms {

        @Test
        void areOverBeforeAnybodyIsTold_R11() {
            leads();
            Term term = a.term();
            a.driver().resign(term);
            assertThat(term.isHeld()).as("before the loop has run").isFalse();
            loop.timeline.settle();
            assertThat(a.told).containsExactly("begun 1", "ended 1 RESIGNED");
        }

        @Test
        void keepTheBatonUntilTheListenerHasFinished_R4() {
            leads();
            a.driver().resign(a.term());
            loop.millis(6999);
            assertThat(a.phase()).isEqualTo("yielding");
            a.listenerReturns();
            assertThat(a.phase()).isEqualTo("passing");
        }

        @Test
        void passTheBatonOnWhenPatienceIsOver_R4() {
            leads();
            a.driver().resign(a.term());
            loop.millis(7000);
            assertThat(a.phase()).isEqualTo("passing");
            handsOver();
            loop.millis(20_000);
            assertThat(a.phase())
                    .as("who has no time to hear that it lost cannot lead")
                    .isEqualTo("outside");
            a.listenerReturns();
            assertThat(a.phase()).isEqualTo("joining");
        }

        @Test
        void thatAreOverCannotEndTheNextOne_R11() {
            leads();
            Term first = a.term();
            a.driver().resign(first);
            loop.timeline.settle();
            a.listenerReturns();
            handsOver();
            a.holds(200);
            loop.renewFor(2100);
            assertThat(a.told).endsWith("begun 2");
            a.driver().resign(first);
            a.driver().refuted(first);
            a.driver().callbackFailed(first, new Failure(Failure.Kind.OTHER, "late", Optional.empty()));
            loop.timeline.settle();
            assertThat(a.term().isHeld()).isTrue();
            assertThat(a.phase()).isEqualTo("leading");
        }

        @Test
        void whoseCallbackThrewCoolDownAndNothingShortensThat_R11() {
            leads();
            a.driver().callbackFailed(a.term(), new Failure(Failure.Kind.CALLBACK, "threw", Optional.empty()));
            loop.timeline.settle();
            assertThat(a.told).containsExactly("begun 1", "failed CALLBACK", "ended 1 CALLBACK_FAILED");
            a.listenerReturns();
            handsOver();
            loop.reconnect();
            loop.millis(4900);
            assertThat(a.phase()).isEqualTo("outside");
            loop.millis(100);
            assertThat(a.phase()).isEqualTo("joining");
        }

        @Test
        void thatAWriteFoundOverAreLookedUp_R13() {
            leads();
            a.driver().refuted(a.term());
            loop.timeline.settle();
            Action.WatchBaton asked = a.asked(Action.WatchBaton.class);
            a.answer(new Event.BatonWatched(asked.round(), Optional.of(2)));
            assertThat(a.told).containsExactly("begun 1", "ended 1 BATON_TAKEN");
        }

        @Test
        void thatAnybodyFindsLapsedEndForEverybody_R6() {
            leads();
            loop.timeline.freeze(Duration.ofSeconds(9));
            assertThat(a.term().isHeld()).isFalse();
            loop.timeline.settle();
            assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
        }
    }

    @Nested
    class Closing {

        @Test
        void givesTheListenerTheTimeThatTheCallerSays_R12() {
            leads();
            a.driver().close(Duration.ofMillis(50));
            loop.timeline.settle();
            assertThat(a.told).endsWith("ended 1 CLOSED");
            loop.millis(49);
            assertThat(a.phase()).isEqualTo("yielding");
            loop.millis(1);
            assertThat(a.phase()).isEqualTo("passing");
        }

        @Test
        void leavesNoAlarmAndHearsNothingMore_R12() {
            leads();
            a.driver().close(Duration.ofMillis(50));
            loop.millis(50);
            handsOver();
            assertThat(a.told).endsWith("finished");
            assertThat(a.unwatched).isEqualTo(1);
            loop.millis(20_000); // what is left of the session's lease
            assertThat(loop.timeline.alarms()).isZero();
            int asked = a.requests.size();
            loop.end();
            loop.open();
            loop.reconnect();
            a.driver().close(Duration.ZERO);
            loop.millis(60_000);
            assertThat(a.requests).hasSize(asked);
            assertThat(a.told.stream().filter("finished"::equals)).hasSize(1);
        }

        @Test
        void withoutASessionIsDoneAtOnce_R12() {
            a.driver().close(Duration.ofSeconds(5));
            loop.timeline.settle();
            assertThat(a.told).containsExactly("finished");
            assertThat(loop.timeline.alarms()).isZero();
        }
    }
}
