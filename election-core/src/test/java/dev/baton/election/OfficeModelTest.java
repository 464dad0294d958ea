package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/**
 * Waiting for a term, under the interleavings that Lincheck's model checker tries: no news is missed.
 *
 * <p>Time stands still in there, so one who missed it would wait for ever, which the checker reports.
 */
class OfficeModelTest {

    private static final int INTERLEAVINGS = 200;
    private static final Duration LONG = Duration.ofDays(1);

    @Test
    void whoeverWaitsWhileATermBeginsGetsIt_R10() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
            Scene scene = new Scene();
            scene.meanwhile(() -> scene.office.begin(scene.first));
            scene.require(scene.await() == scene.first);
            scene.join();
        });
    }

    @Test
    void whoeverWaitsWhileOneTermEndsAndTheNextBeginsGetsOneThatBegan_R10() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
            Scene scene = new Scene();
            scene.office.begin(scene.first);
            scene.meanwhile(() -> {
                scene.endFirst();
                scene.office.begin(scene.second);
            });
            Term awaited = scene.await();
            scene.require(awaited == scene.first || awaited == scene.second);
            scene.join();
            scene.require(scene.await() == scene.second);
        });
    }

    @Test
    void whoeverWaitsWhileTheElectionIsClosedIsTold_R12() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
            Scene scene = new Scene();
            scene.office.begin(scene.first);
            scene.meanwhile(() -> {
                scene.endFirst();
                scene.office.finish();
            });
            Term awaited = scene.await();
            scene.require(awaited == scene.first || awaited == Scene.NONE);
            scene.join();
            scene.require(scene.await() == Scene.NONE);
        });
    }

    @Test
    void whoeverWaitsForEverIsFound_R10() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
                    Scene scene = new Scene();
                    scene.meanwhile(() -> {
                        scene.office.begin(scene.first);
                        scene.endFirst();
                    });
                    scene.await();
                    scene.join();
                }))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static final class Term {
        private volatile boolean held = true;
    }

    /** An office, and the loop's thread that changes it while the test's thread waits. */
    private static final class Scene {
        static final Term NONE = new Term();

        private final Term first = new Term();
        private final Term second = new Term();
        private final Office<Term> office =
                new Office<>(term -> term.held, () -> new ElectionException("closed", null));
        private Thread loop;

        void meanwhile(Runnable news) {
            loop = new Thread(news);
            loop.start();
        }

        void join() {
            try {
                loop.join();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        void endFirst() {
            first.held = false;
            office.end();
        }

        /** A term, or none if the election is closed. */
        Term await() {
            try {
                Optional<Term> held = office.await(LONG);
                return held.orElseThrow(() -> new IllegalStateException("gave up before its time"));
            } catch (ElectionException closed) {
                return NONE;
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        void require(boolean right) {
            if (!right) {
                throw new IllegalStateException("a wrong term");
            }
        }
    }
}
