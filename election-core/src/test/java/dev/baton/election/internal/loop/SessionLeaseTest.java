package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R6: who renews, when, and who is told what. A session timeout of 10 s: an interval of 2 s, a length of 9 s. */
class SessionLeaseTest {

    private final Loop loop = new Loop();
    private final Stand a = loop.stand("a");

    /** Leads since 2 s, by successes at 0 and 2 s: the lease ends at 9 s. */
    private void leads() {
        loop.open();
        a.holds(100);
        loop.confirm();
        loop.millis(2000);
        loop.confirm();
        assertThat(a.phase()).isEqualTo("leading");
    }

    @Nested
    class Renewals {

        @Test
        void comeAFifthOfTheTimeoutAfterTheLastAnswer_R6() {
            loop.open();
            a.holds(100);
            assertThat(loop.session.asked()).isEqualTo(1);
            loop.millis(300);
            loop.confirm();
            loop.millis(1999);
            assertThat(loop.session.asked()).isEqualTo(1);
            loop.millis(1);
            assertThat(loop.session.asked()).isEqualTo(2);
        }

        @Test
        void areTriedAgainSoonWhenTheyAreNotAnswered_R6() {
            leads();
            loop.millis(2000);
            for (int i = 0; i < 20; i++) {
                int before = loop.session.asked();
                loop.doNotAnswer();
                loop.millis(99);
                assertThat(loop.session.asked()).isEqualTo(before);
                loop.millis(151);
                assertThat(loop.session.asked()).isEqualTo(before + 1);
            }
        }

        @Test
        void areOneAtATime_R6() {
            leads();
            loop.millis(2000);
            loop.reconnect();
            loop.millis(5000);
            assertThat(loop.session.asked()).isEqualTo(3);
        }

        @Test
        void areMadeAgainWhenAnAnswerNeverComes_E10() {
            loop.open();
            a.queues(1);
            loop.millis(9999);
            assertThat(loop.session.asked()).isEqualTo(1);
            loop.millis(1);
            assertThat(loop.session.asked()).isEqualTo(2);
            loop.confirm(); // the first, whose answer comes after all
            loop.confirm();
            loop.millis(2000);
            assertThat(loop.session.asked()).as("one row of renewals, not two").isEqualTo(3);
        }

        @Test
        void areMadeAtOnceWhenTheConnectionIsBack_R9() {
            leads();
            loop.millis(500);
            loop.reconnect();
            assertThat(loop.session.asked()).isEqualTo(3);
            loop.confirm();
            loop.millis(1900);
            assertThat(loop.session.asked())
                    .as("the one that was due is taken back")
                    .isEqualTo(3);
        }

        @Test
        void proveTheOwnZnodeAndTheBaton_R7() {
            leads();
            loop.millis(2000);
            assertThat(loop.session.checks())
                    .containsExactly(
                            new Session.Check("/a/candidates/" + a.znode(), -1), new Session.Check("/a/baton", 1));
        }

        @Test
        void proveTheOwnZnodeOnlyForTheOneThatIsNext_R6() {
            loop.open();
            a.queues(1);
            assertThat(loop.session.checks()).containsExactly(new Session.Check("/a/candidates/" + a.znode(), -1));
        }

        @Test
        void areNotMadeInTheMiddleOfTheQueue_R6() {
            loop.open();
            a.queues(2);
            loop.millis(29_000);
            assertThat(loop.session.asked()).isZero();
        }

        @Test
        void stopWhenNobodyNeedsThem_R6() {
            leads();
            loop.millis(100);
            a.hears(new Event.NodeGone(a.znode()));
            loop.millis(20_000);
            assertThat(loop.session.asked()).isEqualTo(2);
        }

        @Test
        void startAgainWhenSomebodyDoes_R6() {
            stopWhenNobodyNeedsThem_R6();
            a.listenerReturns();
            a.holds(200);
            assertThat(loop.session.asked()).isEqualTo(3);
            loop.renewFor(4000);
            assertThat(a.told).contains("begun 2");
        }
    }

    @Nested
    class TheFirstLease {

        @Test
        void needsTwoSuccessesAnIntervalApartOfWhichTheJoinIsOne_R6() {
            loop.open();
            a.holds(100);
            loop.millis(1000);
            loop.confirm();
            assertThat(a.phase()).isEqualTo("holding");
            loop.millis(2000);
            loop.confirm();
            assertThat(a.phase()).isEqualTo("leading");
            assertThat(a.term().remaining()).isEqualTo(Duration.ofSeconds(6).toNanos());
        }

        @Test
        void isThereAlreadyForTheOneThatWasNext_R6() {
            loop.open();
            a.queues(1);
            loop.renewFor(5000);
            a.hears(new Event.NodeGone("c-" + "f".repeat(16) + ".1-0000000000"));
            a.answer(new Event.Claimed(a.asked(Action.Claim.class).round(), 300, 2));
            assertThat(a.told).containsExactly("begun 1");
        }

        @Test
        void isSharedSoThatANewcomerOnTheSessionNeedNotWait_R6() {
            leads();
            Stand b = loop.stand("b");
            b.holds(101);
            assertThat(b.told).containsExactly("begun 1");
            assertThat(loop.session.asked()).as("no renewal was needed").isEqualTo(2);
            loop.millis(2000);
            assertThat(loop.session.checks()).hasSize(4);
        }
    }

    @Nested
    class ACheckThatDoesNotHold {

        private final Stand b = loop.stand("b");

        private void bothLead() {
            loop.open();
            a.holds(100);
            b.holds(101);
            loop.renewFor(4100);
            loop.millis(2000);
            assertThat(List.of(a.phase(), b.phase())).containsExactly("leading", "leading");
            assertThat(loop.session.checks()).hasSize(4);
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 1, 2, 3})
        void isToldToItsElectionOnlyAndTheOthersAreRenewedAtOnce_R7(int index) {
            bothLead();
            loop.refute(index);
            Stand concerned = index < 2 ? a : b;
            Stand other = index < 2 ? b : a;
            String ending = index % 2 == 0 ? "ZNODE_DELETED" : "BATON_TAKEN";
            assertThat(concerned.told).containsExactly("begun 1", "ended 1 " + ending);
            assertThat(other.told).containsExactly("begun 1");
            assertThat(loop.session.checks())
                    .extracting(Session.Check::path)
                    .allMatch(path -> path.startsWith(other.path()));
            loop.confirm();
            loop.renewFor(30_000);
            assertThat(other.term().isHeld()).isTrue();
        }

        @Test
        void isNoSuccess_R6() {
            bothLead();
            long before = b.term().remaining();
            loop.refute(0);
            assertThat(b.term().remaining()).isEqualTo(before);
        }

        @Test
        void concernsNobodyWhoHasLeftMeanwhile_R7() {
            bothLead();
            a.driver().resign(a.term());
            loop.timeline.settle();
            loop.refute(0);
            assertThat(a.told).containsExactly("begun 1", "ended 1 RESIGNED");
            assertThat(loop.session.checks()).hasSize(2);
        }
    }

    @Test
    void renewalsLeaveNoAlarmBehindAndTheEndOfTheSessionNone_R12() {
        loop.open();
        int withoutLease = loop.timeline.alarms();
        a.queues(1);
        loop.renewFor(20_100);
        assertThat(loop.timeline.alarms())
                .as("the next renewal and the end of the lease")
                .isEqualTo(withoutLease + 2);
        loop.end();
        assertThat(loop.timeline.alarms()).isEqualTo(withoutLease);
    }

    @Test
    void theEndOfTheSessionEndsTheLeaseForGoodAndLateAnswersSayNothing_R8() {
        leads();
        loop.millis(2000);
        Term term = a.term();
        loop.end();
        assertThat(term.isHeld()).isFalse();
        assertThat(a.told).containsExactly("begun 1", "ended 1 SESSION_LOST");
        loop.confirm();
        loop.millis(10_000);
        assertThat(loop.session.asked()).isEqualTo(3);
        assertThat(term.isHeld()).isFalse();
    }

    @Test
    void theClocksZeroMayBeAnywhere_R6() {
        Loop late = new Loop(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());
        Stand only = late.stand("a");
        late.open();
        only.holds(100);
        late.renewFor(60_000);
        assertThat(only.told).containsExactly("begun 1");
        assertThat(only.term().isHeld()).isTrue();
        late.millis(10_000);
        assertThat(only.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
    }
}
