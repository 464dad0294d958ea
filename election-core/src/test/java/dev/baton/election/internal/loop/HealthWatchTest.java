package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Event;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every 5 s, at most 2 s long; the test is the executor, so a check that it does not run hangs. */
class HealthWatchTest {

    private static final Event WELL = new Event.Well();
    private static final Event UNWELL = new Event.Unwell();

    private final HandTimeline timeline = new HandTimeline(Long.MAX_VALUE - 1);
    private final Queue<Runnable> asked = new ArrayDeque<>();
    private final List<Event> told = new ArrayList<>();
    private boolean healthy = true;
    private int asks;

    private HealthWatch watch(Duration grace, int passes) {
        HealthWatch watch = new HealthWatch(
                timeline,
                this::ask,
                () -> healthy,
                new HealthWatch.Rhythm(seconds(5), seconds(2), grace, passes),
                told::add);
        watch.start();
        return watch;
    }

    private void ask(Runnable check) {
        asks++;
        asked.add(check);
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private void answers() {
        asked.remove().run();
        timeline.settle();
    }

    private void passes(boolean healthyNow) {
        healthy = healthyNow;
        answers();
        timeline.advance(seconds(5));
    }

    @Nested
    class ACheck {

        @Test
        void isAskedAtOnceAndThenFromTheEndOfOneToTheStartOfTheNext() {
            watch(Duration.ZERO, 1);
            assertThat(asks).isEqualTo(1);
            timeline.advance(seconds(1));
            answers();
            timeline.advance(Duration.ofMillis(4999));
            assertThat(asks).isEqualTo(1);
            timeline.advance(Duration.ofMillis(1));
            assertThat(asks).isEqualTo(2);
        }

        @Test
        void isNewsOnlyWhenItsAnswerChanges() {
            watch(Duration.ZERO, 1);
            passes(true);
            passes(true);
            passes(false);
            passes(false);
            passes(true);
            assertThat(told).containsExactly(WELL, UNWELL, WELL);
        }

        @Test
        void mayFailForAsLongAsTheGrace() {
            watch(seconds(9), 1);
            passes(true);
            passes(false); // fails at 5 s, at 10 s
            passes(false);
            assertThat(told).containsExactly(WELL);
            passes(false); // and at 15 s
            assertThat(told).containsExactly(WELL, UNWELL);
        }

        @Test
        void thatPassesWithinTheGraceBeginsANewOne() {
            watch(seconds(9), 1);
            passes(true);
            for (int i = 0; i < 5; i++) {
                passes(false);
                passes(false);
                passes(true);
            }
            assertThat(told).containsExactly(WELL);
        }

        @Test
        void mustPassAsOftenInARowAsWasWantedAtFirstAndAgain() {
            watch(Duration.ZERO, 3);
            passes(true);
            passes(true);
            passes(false);
            passes(true);
            passes(true);
            assertThat(told).isEmpty();
            passes(true);
            assertThat(told).containsExactly(WELL);
            passes(false);
            passes(true);
            passes(true);
            assertThat(told).containsExactly(WELL, UNWELL);
            passes(true);
            assertThat(told).containsExactly(WELL, UNWELL, WELL);
        }

        @Test
        void isNotAskedAnyMoreWhenItIsStopped() {
            HealthWatch watch = watch(Duration.ZERO, 1);
            watch.stop();
            healthy = true;
            answers();
            timeline.advance(seconds(100));
            assertThat(told).isEmpty();
            assertThat(asks).isEqualTo(1);
            assertThat(timeline.alarms()).isZero();
        }
    }

    @Nested
    class ACheckThatHangs {

        @Test
        void hasFailedWhenItsTimeIsOver() {
            watch(Duration.ZERO, 1);
            passes(true);
            timeline.advance(Duration.ofMillis(1999));
            assertThat(told).containsExactly(WELL);
            timeline.advance(Duration.ofMillis(1));
            assertThat(told).containsExactly(WELL, UNWELL);
        }

        @Test
        void isNotAskedAgainUntilItReturns() {
            watch(Duration.ZERO, 1);
            passes(true);
            timeline.advance(seconds(1000));
            assertThat(asks).isEqualTo(2);
            passes(true);
            assertThat(asks).isEqualTo(3);
            assertThat(told).containsExactly(WELL, UNWELL, WELL);
        }

        @Test
        void goesOnFailingSoThatTheGraceRunsOut() {
            watch(seconds(9), 1);
            passes(true);
            timeline.advance(Duration.ofMillis(10_999));
            assertThat(told).containsExactly(WELL);
            timeline.advance(seconds(2));
            assertThat(told).containsExactly(WELL, UNWELL);
        }
    }

    @Nested
    class ACheckThatCannotBeAsked {

        private void watch(Runnable thrower) {
            HealthWatch watch = new HealthWatch(
                    timeline,
                    check -> {
                        thrower.run();
                        ask(check);
                    },
                    () -> healthy,
                    new HealthWatch.Rhythm(seconds(5), seconds(2), Duration.ZERO, 1),
                    told::add);
            watch.start();
            timeline.settle();
        }

        private void refusesOnce(RuntimeException refusal) {
            List<Integer> refused = new ArrayList<>();
            watch(() -> {
                if (refused.isEmpty()) {
                    refused.add(1);
                    throw refusal;
                }
            });
            assertThat(asks).isZero();
            assertThat(told).isEmpty();
            timeline.advance(seconds(5));
            assertThat(asks)
                    .as("it is asked again, and this time the executor does")
                    .isEqualTo(1);
            passes(true);
            assertThat(told).containsExactly(WELL);
        }

        @Test
        void hasFailedAndIsAskedAgain_R10() {
            refusesOnce(new RejectedExecutionException("full"));
        }

        @Test
        void hasFailedWhateverTheExecutorThrows_R10() {
            refusesOnce(new IllegalStateException("broken"));
        }
    }

    @Test
    void aCheckThatThrowsHasFailed() {
        List<Throwable> thrown =
                new ArrayList<>(List.of(new IllegalStateException("no disk"), new AssertionError("no")));
        HealthWatch watch = new HealthWatch(
                timeline,
                this::ask,
                () -> {
                    if (thrown.isEmpty()) {
                        return true;
                    }
                    Throwable next = thrown.remove(0);
                    if (next instanceof Error error) {
                        throw error;
                    }
                    throw (Exception) next;
                },
                new HealthWatch.Rhythm(seconds(5), seconds(2), Duration.ZERO, 1),
                told::add);
        watch.start();
        passes(true);
        passes(true);
        assertThat(told).isEmpty();
        passes(true);
        assertThat(told).containsExactly(WELL);
    }
}
