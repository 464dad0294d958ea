package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thread is interrupted wherever it waits for us: it hears what that means, and the election is none the worse. */
class InterruptIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SESSION = Duration.ofSeconds(20);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Ensemble ensemble = new Ensemble(SESSION);
    private final Proxy proxy = new Proxy(ensemble.server().getPort());
    private LeaderElection first;
    private LeaderElection second;
    private Leadership term;

    InterruptIT() throws Exception {}

    @BeforeEach
    void aLeadsThroughAProxyAndBWaits() throws Exception {
        CuratorFramework a = ensemble.startedThrough(
                proxy.connectString(), CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
        first = ensemble.candidate(a, PATH, "a").start();
        term = first.awaitLeadership(SOON).orElseThrow();
        second = ensemble.candidate(ensemble.client(SESSION), PATH, "b").start();
        await().until(() -> second.state().phase().equals("queued"));
    }

    @AfterEach
    void stop() throws Exception {
        proxy.pass();
        first.close();
        second.close();
        ensemble.close();
        proxy.close();
    }

    /** A call on a thread of its own, interrupted when it waits. */
    private static final class Call {
        private final AtomicReference<Throwable> thrown = new AtomicReference<>();
        private final AtomicBoolean flag = new AtomicBoolean();
        private final Thread thread;

        Call(ThrowingCallable call) {
            thread = new Thread(() -> {
                thrown.set(catchThrowable(call));
                flag.set(Thread.currentThread().isInterrupted());
            });
            thread.start();
        }

        Call interruptedWhileItWaits() {
            await().until(() ->
                    thread.getState() == Thread.State.TIMED_WAITING || thread.getState() == Thread.State.WAITING);
            return interrupted();
        }

        Call interrupted() {
            thread.interrupt();
            await("an interrupt ends the wait").atMost(SOON).until(() -> !thread.isAlive());
            return this;
        }
    }

    @Test
    void waiterIsToldAndTheCandidateStandsOn() throws Exception {
        Call waiting = new Call(second::awaitLeadership).interruptedWhileItWaits();
        assertThat(waiting.thrown.get()).isInstanceOf(InterruptedException.class);
        term.close();
        assertThat(second.awaitLeadership(SOON)).isPresent();
    }

    @Test
    void writerDoesNotKnowTheOutcomeAndTheTermGoesOn_R13() {
        proxy.swallow();
        Call writing = new Call(() -> term.write("/cursor", new byte[] {1})).interruptedWhileItWaits();
        assertThat(writing.thrown.get())
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("/cursor")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(writing.flag).isTrue();
        proxy.pass();
        await("renewals go on").atMost(SOON).until(() -> term.remaining().compareTo(SESSION.dividedBy(2)) > 0);
        term.write("/cursor", new byte[] {2});
    }

    @Test
    void readerOfTheQueueIsToldAndNothingElseIsTouched() {
        proxy.swallow();
        Call reading = new Call(first::candidates).interruptedWhileItWaits();
        assertThat(reading.thrown.get())
                .isInstanceOf(ElectionException.class)
                .hasMessageContaining(PATH)
                .hasMessageContaining("interrupted");
        assertThat(reading.flag).isTrue();
        proxy.pass();
        await().atMost(SOON).until(() -> first.candidates().size() == 2);
        assertThat(term.isHeld()).isTrue();
    }

    @Test
    void closerReturnsAtOnceAndTheClosingGoesOn_R12() throws Exception {
        proxy.swallow();
        Call closing = new Call(() -> first.close(SOON)).interruptedWhileItWaits();
        assertThat(closing.thrown.get()).isNull();
        assertThat(closing.flag).isTrue();
        assertThat(term.isHeld()).isFalse();
        proxy.pass();
        assertThat(second.awaitLeadership(SOON)).isPresent();
        await().atMost(SOON).until(() -> first.state().phase().equals("closed"));
    }

    @Test
    void threadThatWasInterruptedBeforeIsToldTheSame() throws Exception {
        Call late = new Call(() -> {
            Thread.currentThread().interrupt();
            term.write("/cursor", new byte[] {1});
        });
        await().atMost(SOON).until(() -> !late.thread.isAlive());
        assertThat(late.thrown.get()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(late.flag).isTrue();
        assertThat(term.isHeld()).isTrue();
    }
}
