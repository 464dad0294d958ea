package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionListener;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Recorder;
import dev.baton.election.RevocationReason;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;

/** Group F: callbacks and closing. */
class CallbacksIT extends Scene {

    /** A lock of the application's, which its callbacks want too; held by nobody for longer than the test. */
    private static void inside(ReentrantLock lock, CountDownLatch wanted) {
        wanted.countDown();
        try {
            if (lock.tryLock(5, TimeUnit.SECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isDeadlocked() {
        return ManagementFactory.getThreadMXBean().findDeadlockedThreads() != null;
    }

    @Fault(id = "F1", value = "a callback wants a lock whose owner is closing")
    void f1_callbackWantsALockWhoseOwnerIsClosing(Finding finding) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch wanted = new CountDownLatch(1);
        LeaderElection election = Duel.candidate(a, Duel.PATH, "a")
                .closeTimeout(Duration.ofSeconds(1))
                .listener(new ElectionListener() {
                    @Override
                    public void revoked(Leadership term, RevocationReason reason) {
                        inside(lock, wanted);
                    }
                })
                .start();
        Leadership one = election.awaitLeadership(Duel.SOON).orElseThrow();
        try (LeaderElection next = Duel.candidate(b, Duel.PATH, "b").start()) {
            awaitQueued(next);
            Duration closed;
            lock.lock();
            try {
                one.close();
                assertThat(wanted.await(2, TimeUnit.SECONDS)).isTrue();
                long closing = System.nanoTime();
                election.close();
                closed = Duration.ofNanos(System.nanoTime() - closing);
                assertThat(closed).isLessThan(Duration.ofMillis(1500));
                assertThat(isDeadlocked()).isFalse();
            } finally {
                lock.unlock();
            }
            assertThat(next.awaitLeadership(PROMPT).orElseThrow().token()).isGreaterThan(one.token());
            finding.baton("no deadlock, close() took %s of 1 s", Finding.seconds(closed));
        }
        finding.rival(latchInTheSamePlace());
    }

    private String latchInTheSamePlace() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch wanted = new CountDownLatch(1);
        CuratorFramework ofLatch = ensemble.client();
        Latches latches = Latches.idle(ofLatch);
        latches.a().addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {}

            @Override
            public void notLeader() {
                inside(lock, wanted);
            }
        });
        latches.a().start();
        await().until(() -> latches.a().hasLeadership());
        CompletableFuture<Void> holdsTheLock = new CompletableFuture<>();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> {
            lock.lock();
            try {
                holdsTheLock.complete(null);
                wanted.await();
                latches.a().close();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            } finally {
                lock.unlock();
            }
        });
        holdsTheLock.get();
        ensemble.server().stop();
        wanted.await(5, TimeUnit.SECONDS);
        String result = "ok";
        try {
            await().atMost(PROMPT).pollInterval(Duration.ofMillis(20)).until(CallbacksIT::isDeadlocked);
            result = "**deadlock** of two threads";
        } catch (org.awaitility.core.ConditionTimeoutException none) {
            result = closed.isDone() ? result : "**close() hangs**";
        }
        ensemble.server().restart();
        closed.get(20, TimeUnit.SECONDS);
        latches.close();
        return result;
    }

    @Fault(id = "F3", value = "closing is silent")
    void f3_closingIsTold(Finding finding) throws Exception {
        Recorder told = new Recorder();
        try (LeaderElection election =
                        Duel.candidate(a, Duel.PATH, "a").listener(told).start();
                Latches latches = Latches.start(b)) {
            Leadership one = election.awaitLeadership(Duel.SOON).orElseThrow();
            await().until(() -> latches.told().size() == 1);
            election.close();
            election.close();
            assertThat(told.told()).containsExactly("elected " + one.token(), "revoked " + one.token() + " CLOSED");
            assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.CLOSED);
            latches.a().close();
            finding.baton("exactly one revoked(CLOSED)");
            finding.rival("told %s", latches.told());
        }
    }
}
