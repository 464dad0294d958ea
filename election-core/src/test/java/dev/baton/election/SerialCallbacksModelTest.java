package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** R11 under every interleaving that Lincheck's model checker tries: callbacks in order, each once, never two at once. */
class SerialCallbacksModelTest {

    private static final int INTERLEAVINGS = 100;

    @Test
    void callbacksRunInOrderAndNeverTwoAtOnce_R11() {
        // Runs them on the threads that hand them over: the fewest threads, and every one may meet every other.
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Scene(new SerialCallbacks(Runnable::run)::run).play());
    }

    @Test
    void callbacksThatRanAtOnceWouldBeFound_R11() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Scene(Runnable::run).play()))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("two at once");
    }

    /** Two threads hand over two callbacks each. */
    private static final class Scene {
        private final Consumer<Runnable> callbacks;
        private final List<String> ran = new CopyOnWriteArrayList<>();
        private volatile boolean busy;
        private volatile boolean clashed;

        Scene(Consumer<Runnable> callbacks) {
            this.callbacks = callbacks;
        }

        void play() {
            Thread other = new Thread(() -> handOver("b"));
            other.start();
            handOver("a");
            try {
                other.join();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
            if (clashed) {
                throw new IllegalStateException("two at once: " + ran);
            }
            inOrder("a");
            inOrder("b");
        }

        private void handOver(String who) {
            callbacks.accept(() -> callback(who + 1));
            callbacks.accept(() -> callback(who + 2));
        }

        private void callback(String name) {
            // Noted and not thrown: what a callback throws is caught, as it must be.
            clashed |= busy;
            busy = true;
            ran.add(name);
            busy = false;
        }

        private void inOrder(String who) {
            List<String> own = ran.stream().filter(each -> each.startsWith(who)).toList();
            if (!own.equals(List.of(who + 1, who + 2))) {
                throw new IllegalStateException("out of order: " + ran);
            }
        }
    }
}
