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

/** R4, R11 and R12: how terms end, and what is left behind when the election is closed. */
class TermsOfADriverTest {

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
