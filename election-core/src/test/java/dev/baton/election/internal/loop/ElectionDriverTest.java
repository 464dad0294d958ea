package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
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
        void areProvedByTheJoinAlreadySoThatASlowLookCostsNoLease_R6() {
            loop.open();
            a.joins();
            loop.millis(2000);
            a.sees(new Baton(BatonRecord.BLANK, 0, 1), a.znode());
            loop.confirm();
            a.answer(new Event.Claimed(a.asked(Action.Claim.class).round(), 100, 1));
            assertThat(a.phase()).isEqualTo("leading");
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
}
