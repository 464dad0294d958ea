package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Listeners are strangers: slow, throwing, closing things. The election stays right: R11, R12. */
class CallbackIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework a = ensemble.client();
    private final CuratorFramework b = ensemble.client();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        ensemble.close();
    }

    @Test
    void slowListenerKeepsNobodyFromSeeingTheEnd_R11_A7() throws Exception {
        Recorder others = new Recorder();
        try (LeaderElection slow = ensemble.candidate(a, PATH, "a")
                        .listener(blockingInElected())
                        .start();
                LeaderElection other =
                        ensemble.candidate(a, "/other", "a").listener(others).start()) {
            Leadership one = slow.awaitLeadership(SOON).orElseThrow();
            await("another election's listener is not held up")
                    .until(() -> others.told().size() == 1);
            ensemble.server().stop();
            await().atMost(Ensemble.SESSION).until(() -> !one.isHeld());
            ensemble.server().restart();
            await("nobody stands whose listener is still busy with the last term")
                    .during(Duration.ofMillis(500))
                    .atMost(SOON)
                    .until(() -> slow.leadership().isEmpty());
            release.countDown();
            Leadership two = slow.awaitLeadership(Duration.ofSeconds(10)).orElseThrow();
            assertThat(two.token()).isGreaterThan(one.token());
        }
    }

    @Test
    void closeInACallbackReturnsAtOnceAndIsDone_R12() throws Exception {
        AtomicReference<LeaderElection> self = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        Recorder told = new Recorder();
        LeaderElection closing = ensemble.candidate(a, PATH, "a")
                .listener(new ElectionListener() {
                    @Override
                    public void elected(Leadership term) {
                        told.elected(term);
                        awaitQuietly(known);
                        self.get().close();
                        assertThat(term.isHeld()).isFalse();
                    }

                    @Override
                    public void revoked(Leadership term, RevocationReason reason) {
                        told.revoked(term, reason);
                    }
                })
                .start();
        self.set(closing);
        try (LeaderElection next = behind(closing)) {
            known.countDown();
            assertThat(next.awaitLeadership(SOON)).isPresent();
            await().until(() -> told.told().size() == 2);
            assertThat(told.told().get(1)).endsWith("CLOSED");
            assertThat(next.candidates()).extracting(Candidate::id).containsExactly("b");
        }
    }

    @Test
    void oneRevokedForEveryElectedInOrderOnNoThreadOfZooKeeper_R11() throws Exception {
        Recorder told = new Recorder();
        try (LeaderElection only =
                ensemble.candidate(a, PATH, "a").listener(told).start()) {
            for (int turn = 0; turn < 5; turn++) {
                only.awaitLeadership(SOON).orElseThrow().close();
            }
        }
        assertThat(told.told().size()).isGreaterThanOrEqualTo(10).isEven();
        for (int i = 0; i < told.told().size(); i += 2) {
            String token = told.told().get(i).substring("elected ".length());
            assertThat(told.told().get(i)).startsWith("elected ");
            assertThat(told.told().get(i + 1)).startsWith("revoked " + token);
        }
        assertThat(told.threads()).allMatch(name -> name.equals("baton-callback"));
    }

    @Test
    void listenerThatThrowsIsNoLeaderInNameOnly_R11_C8() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Recorder told = new Recorder();
        try (LeaderElection broken = ensemble.candidate(a, PATH, "a")
                        .listener(new ElectionListener() {
                            @Override
                            public void elected(Leadership term) {
                                calls.incrementAndGet();
                                throw new IllegalStateException("no disk");
                            }

                            @Override
                            public void revoked(Leadership term, RevocationReason reason) {
                                told.revoked(term, reason);
                            }

                            @Override
                            public void failed(ElectionException cause) {
                                told.failed(cause);
                            }
                        })
                        .start();
                LeaderElection next = behind(broken)) {
            assertThat(next.awaitLeadership(SOON)).isPresent();
            assertThat(calls).hasValue(1);
            assertThat(broken.leadership()).isEmpty();
            await().until(() -> told.told().equals(List.of(told.told().get(0)))
                    && told.failures().size() == 1);
            assertThat(told.told().get(0)).endsWith("CALLBACK_FAILED");
            assertThat(told.failures().get(0)).hasMessageContaining("no disk").hasMessageContaining("elected");
        }
    }

    @Test
    void batonGoesOnOnlyWhenTheListenerHasFinishedItsWork_R4() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        try (LeaderElection first = ensemble.candidate(a, PATH, "a")
                        .listener(new ElectionListener() {
                            @Override
                            public void revoked(Leadership term, RevocationReason reason) {
                                working.countDown();
                                awaitQuietly(release);
                            }
                        })
                        .start();
                LeaderElection next = behind(first)) {
            first.awaitLeadership(SOON).orElseThrow().close();
            awaitQuietly(working);
            assertThat(next.awaitLeadership(Duration.ofMillis(300))).isEmpty();
            release.countDown();
            assertThat(next.awaitLeadership(SOON)).isPresent();
        }
    }

    @Test
    void listenerThatNeverFinishesHoldsTheBatonNoLongerThanTheTimeout_R12() throws Exception {
        try (LeaderElection first = ensemble.candidate(a, PATH, "a")
                        .closeTimeout(Duration.ofSeconds(1))
                        .listener(new ElectionListener() {
                            @Override
                            public void revoked(Leadership term, RevocationReason reason) {
                                awaitQuietly(release);
                            }
                        })
                        .start();
                LeaderElection next = behind(first)) {
            assertThat(first.awaitLeadership(SOON)).isPresent();
            first.close();
            assertThat(next.awaitLeadership(SOON)).isPresent();
        }
    }

    /** Stands only when the first has its place in the queue. */
    private LeaderElection behind(LeaderElection first) {
        await().until(() -> first.state().znode().isPresent());
        return ensemble.candidate(b, PATH, "b").start();
    }

    private ElectionListener blockingInElected() {
        return new ElectionListener() {
            @Override
            public void elected(Leadership term) {
                awaitQuietly(release);
            }
        };
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
