package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** R6: the end of a lease ends the terms on it, whoever finds it and whenever. A session timeout of 10 s. */
class LeaseLapseTest {

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

    @Test
    void needsNoEventToBeSeen_R6() {
        leads();
        Term term = a.term();
        loop.timeline.freeze(Duration.ofSeconds(7).minusNanos(1));
        assertThat(term.isHeld()).isTrue();
        loop.timeline.freeze(Duration.ofNanos(1));
        assertThat(term.isHeld()).isFalse();
        loop.timeline.settle();
        assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
    }

    @Test
    void isToldAtTheVeryEndOfTheLeaseWithoutAnybodyAsking_R6() {
        leads();
        loop.millis(6999);
        assertThat(a.told).containsExactly("begun 1");
        loop.millis(1);
        assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
    }

    @Test
    void isToldBeforeALateSuccessIsCountedAndThatOneHoldsNothing_R6() {
        leads();
        loop.millis(2000);
        loop.timeline.freeze(Duration.ofSeconds(20));
        loop.confirm(); // answered long ago; the process was stopped
        assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
        assertThat(a.term().isHeld()).isFalse();
        assertThat(a.phase()).isEqualTo("leaving");
    }

    @Test
    void needsTwoSuccessesBeforeAnythingIsHeldAgain_R6() {
        leads();
        Stand b = loop.stand("b");
        b.queues(1);
        loop.millis(8000);
        assertThat(a.told).contains("ended 1 LEASE_EXPIRED");
        loop.confirm();
        b.hears(new Event.NodeGone("c-" + "f".repeat(16) + ".1-0000000000"));
        b.answer(new Event.Claimed(b.asked(Action.Claim.class).round(), 300, 2));
        assertThat(b.phase()).isEqualTo("holding");
        loop.millis(2000);
        loop.confirm();
        assertThat(b.phase()).isEqualTo("leading");
    }

    @Test
    void byAShorterTimeoutIsToldWhoeverHearsOfItFirst_R6() {
        leads();
        loop.millis(2000);
        loop.session.renegotiate(Duration.ofSeconds(4)); // so the lease, counted from 0, was over at 3.6 s
        loop.session.confirm(); // before anybody has said that the connection is back
        assertThat(a.term().isHeld()).as("before any election is told").isFalse();
        loop.timeline.settle();
        assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
        assertThat(a.term().isHeld()).isFalse();
    }

    @Test
    void byAShorterTimeoutIsToldWhenTheConnectionIsBack_R6() {
        leads();
        loop.millis(1000);
        loop.session.renegotiate(Duration.ofSeconds(2));
        loop.reconnect();
        assertThat(a.term().isHeld()).isFalse();
        loop.millis(0);
        assertThat(a.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
    }

    @Test
    void isNeverLostBetweenTwoReadingsOfTheClock_R6() {
        for (int nanos = -12; nanos <= 2; nanos++) {
            Loop other = new Loop();
            Stand only = other.stand("a");
            other.open();
            only.holds(100);
            other.confirm();
            other.millis(2000);
            other.confirm();
            other.millis(2000);
            other.timeline.freeze(Duration.ofSeconds(5).plusNanos(nanos));
            other.timeline.moveWithEveryReading(1);
            other.confirm();
            boolean counted = only.told.equals(List.of("begun 1"));
            other.timeline.moveWithEveryReading(0);
            other.timeline.freeze(Duration.ofNanos(20));
            if (counted) {
                assertThat(only.term().isHeld())
                        .as("counted, %s ns from the end", nanos)
                        .isTrue();
            } else {
                assertThat(only.told).containsExactly("begun 1", "ended 1 LEASE_EXPIRED");
            }
        }
    }

    @Test
    void theEndOfTheSessionIsPublishedBeforeAnyElectionIsToldOfIt_R8() {
        SessionLease lease = new SessionLease(loop.session, loop.timeline, new Random(1));
        lease.clock().extendTo(loop.timeline.nanoTime() + 100);
        lease.stop();
        assertThat(lease.clock().remaining()).isNotPositive();
    }
}
