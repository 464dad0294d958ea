package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Own;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** R6 and R11: a term that is over never comes back. */
class TermTest {

    private final HandTimeline timeline = new HandTimeline(Long.MAX_VALUE - 50);
    private final LeaseClock clock = new LeaseClock(timeline);
    private final List<Term> lapsed = new ArrayList<>();
    private final HandSession session = new HandSession(Duration.ofSeconds(10));
    private final Term term = new Term(
            new Action.Begin(new Own("c-00000000000000aa.1-0000000007", 7), 0x300000012L, 4),
            session,
            clock,
            lapsed::add);

    private void leaseEndsIn(long nanos) {
        clock.extendTo(timeline.nanoTime() + nanos);
    }

    @Test
    void isHeldStrictlyBeforeTheEndOfTheLease_R6() {
        leaseEndsIn(100);
        assertThat(term.isHeld()).isTrue();
        assertThat(term.remaining()).isEqualTo(100);
        timeline.freeze(Duration.ofNanos(99));
        assertThat(term.isHeld()).isTrue();
        timeline.freeze(Duration.ofNanos(1));
        assertThat(term.isHeld()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void isOverWhenTheClientIsBeingClosedBeforeAnyoneIsTold_A6() {
        leaseEndsIn(100);
        assertThat(term.isHeld()).isTrue();
        session.close();
        assertThat(term.isHeld()).isFalse();
        assertThat(term.remaining()).isZero();
        assertThat(lapsed).as("the lease did not end").isEmpty();
    }

    @Test
    void onceFoundLapsedItIsOverEvenIfTheLeaseIsExtendedAfterwards_R6() {
        leaseEndsIn(10);
        timeline.freeze(Duration.ofNanos(10));
        assertThat(term.isHeld()).isFalse();
        leaseEndsIn(1000);
        assertThat(term.isHeld()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void whoeverFindsItLapsedTellsTheLoopOnce_R6() {
        leaseEndsIn(10);
        assertThat(term.isHeld()).isTrue();
        assertThat(lapsed).isEmpty();
        timeline.freeze(Duration.ofNanos(10));
        assertThat(term.isHeld()).isFalse();
        assertThat(term.isHeld()).isFalse();
        assertThat(lapsed).containsExactly(term);
    }

    @Test
    void isOverWhenItIsEndedWhateverTheLeaseSays_R11() {
        leaseEndsIn(1000);
        term.end();
        assertThat(term.isHeld()).isFalse();
        assertThat(term.remaining()).isZero();
        assertThat(lapsed).as("it did not lapse, it was ended").isEmpty();
    }

    @Test
    void isNotHeldOnAClockThatWasCleared_R8() {
        leaseEndsIn(1000);
        clock.clear();
        assertThat(term.isHeld()).isFalse();
    }

    @Test
    void isNotHeldOnAClockThatWasNeverSet_R6() {
        assertThat(term.isHeld()).isFalse();
        assertThat(new LeaseClock(new HandTimeline(-50)).remaining())
                .as("on a clock whose zero is yet to come")
                .isNotPositive();
    }

    @Test
    void carriesWhatItsWritesAreFencedBy_R13() {
        assertThat(term.own().name()).isEqualTo("c-00000000000000aa.1-0000000007");
        assertThat(term.batonVersion()).isEqualTo(4);
    }

    @Test
    void isWrittenTheSameWayInEveryCountry_R5() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(term.token()).isEqualTo("0000000300000012-0000000007");
        } finally {
            Locale.setDefault(before);
        }
    }
}
