package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Own;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** R6 and R11 under every interleaving that Lincheck's model checker tries: once false, {@code isHeld()} stays false. */
class TermModelTest {

    private static final int INTERLEAVINGS = 200;

    @Test
    void onceFalseIsHeldNeverTurnsTrueAgain_R6() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Scene(true).play());
    }

    @Test
    void aTermThatForgotWhatItSaidWouldBeFound_R6() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Scene(false).play()))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("held again");
    }

    /** Time reaches the end of a lease, a renewal that came in time is just being counted, and two threads ask. */
    private static final class Scene {
        private final Time time = new Time();
        private final LeaseClock clock = new LeaseClock(time);
        private final Term term = new Term(
                new Action.Begin(new Own("c-00000000000000aa.1-0000000007", 7), 0x12L, 4),
                new HandSession(Duration.ofSeconds(10)),
                clock,
                lapsed -> {});
        private final BooleanSupplier held;
        private volatile boolean denied;

        Scene(boolean real) {
            held = real ? term::isHeld : () -> clock.isBefore(clock.end());
            clock.extendTo(10);
        }

        void play() {
            Thread clockAndLoop = new Thread(() -> {
                time.now = 10;
                clock.extendTo(20);
            });
            Thread other = new Thread(this::ask);
            clockAndLoop.start();
            other.start();
            ask();
            join(clockAndLoop);
            join(other);
            ask();
        }

        private void ask() {
            boolean deniedBefore = denied;
            if (!held.getAsBoolean()) {
                denied = true;
            } else if (deniedBefore) {
                throw new IllegalStateException("held again");
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class Time implements Timeline {
        private volatile long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Instant wallTime() {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public void execute(Runnable task) {
            throw new UnsupportedOperationException("nothing runs");
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            throw new UnsupportedOperationException("nothing runs");
        }
    }
}
