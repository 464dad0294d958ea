package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How a candidate wants to stand: whether a cut ends its term, whether it stands unchecked. */
class PolicyTest {

    private final Loop loop = new Loop();
    private final Stand a = loop.stand("a");

    @Nested
    class ACutConnection {

        private final Stand careful = loop.stand("b", new Candidacy(Stand.PACE, true, false));

        @Test
        void endsTheTermOfWhoWantsItSoAndOfNobodyElse_R9() {
            loop.open();
            a.holds(100);
            careful.holds(200);
            loop.renewFor(2100);
            loop.disconnect();
            assertThat(a.told).containsExactly("begun 1");
            assertThat(careful.told).containsExactly("begun 1", "ended 1 DISCONNECTED");
            assertThat(careful.term().isHeld()).isFalse();
            assertThat(a.term().isHeld()).isTrue();
        }

        @Test
        void endsATermThatBeginsAfterIt_R9() {
            loop.open();
            careful.holds(200);
            loop.disconnect();
            loop.renewFor(2100); // an answer that had come before the cut is counted after it
            assertThat(careful.told).containsExactly("begun 1", "ended 1 DISCONNECTED");
        }

        @Test
        void isForgottenWhenTheConnectionIsBack_R9() {
            loop.open();
            careful.holds(200);
            loop.disconnect();
            loop.reconnect();
            loop.renewFor(4100);
            assertThat(careful.told).containsExactly("begun 1");
        }
    }

    @Nested
    class TheHealthCheck {

        private final Stand checked = loop.stand("c", new Candidacy(Stand.PACE, false, true));

        @Test
        void isAskedBeforeTheCandidateStandsAndNoMoreWhenItHasClosed() {
            loop.open();
            assertThat(checked.requests).isEmpty();
            Queue<Runnable> asked = new ArrayDeque<>();
            checked.driver()
                    .watchHealth(
                            asked::add,
                            () -> true,
                            new HealthWatch.Rhythm(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ZERO, 1));
            loop.timeline.settle();
            asked.remove().run();
            loop.timeline.settle();
            assertThat(checked.requests(Action.Join.class)).isEqualTo(1);
            checked.driver().close(Duration.ZERO);
            loop.timeline.settle();
            checked.answer(new Event.Settled(checked.asked(Action.Settle.class).round(), Optional.empty()));
            assertThat(checked.told).containsExactly("finished");
            loop.millis(60_000);
            assertThat(asked).isEmpty();
        }
    }
}
