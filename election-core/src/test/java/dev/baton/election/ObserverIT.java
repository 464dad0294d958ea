package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who only follows sees who leads, from before the first election to after the last. */
class ObserverIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework a = ensemble.client();
    private final CuratorFramework b = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void everyChangeIsToldOnceWithTokenAndPayloadAndHistory() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (LeaderObserver observer = LeaderObserver.start(b, PATH)) {
            observer.onChange(leader -> seen.add(leader.map(Leader::candidateId).orElse("nobody")));
            await().until(() -> seen.equals(List.of("nobody")));
            LeaderElection first = ensemble.candidate(a, PATH, "a")
                    .payload("host-a:80".getBytes(StandardCharsets.UTF_8))
                    .start();
            Leadership one = first.awaitLeadership(SOON).orElseThrow();
            await().until(() -> observer.leader().map(Leader::token).equals(Optional.of(one.token())));
            assertThat(observer.leader().orElseThrow().payload()).asString().isEqualTo("host-a:80");
            LeaderElection second = ensemble.candidate(a, PATH, "b").start();
            await().until(() -> first.candidates().size() == 2);
            first.close();
            await().until(() -> observer.leader().map(Leader::candidateId).equals(Optional.of("b")));
            assertThat(observer.history()).first().satisfies(past -> {
                assertThat(past.candidateId()).isEqualTo("a");
                assertThat(past.token()).isEqualTo(one.token());
                assertThat(past.handedOver()).isTrue();
            });
            second.close();
            await().until(() -> observer.leader().isEmpty());
            await().until(() -> seen.equals(List.of("nobody", "a", "b", "nobody")));
        }
        await().until(() -> ClientWatches.below(b, PATH).isEmpty());
    }

    @Test
    void changeThatComesWhileAnActionWaitsToBeAddedIsToldOnce_R11() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        try (LeaderObserver observer = LeaderObserver.start(b, PATH, later::add);
                LeaderElection first = ensemble.candidate(a, PATH, "a").start()) {
            observer.onChange(leader -> seen.add(leader.map(Leader::candidateId).orElse("nobody")));
            await().until(() -> observer.leader().isPresent());
            await().until(() -> {
                Optional.ofNullable(later.poll()).ifPresent(Runnable::run);
                return seen.contains("a");
            });
            assertThat(seen).containsExactly("nobody", "a");
        }
    }

    @Test
    void observerSurvivesTheEndOfItsSession_R8() throws Exception {
        try (LeaderObserver observer = LeaderObserver.start(b, PATH);
                LeaderElection first = ensemble.candidate(a, PATH, "a").start()) {
            await().until(() -> observer.leader().isPresent());
            b.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            Leadership one = first.awaitLeadership(SOON).orElseThrow();
            one.close();
            await().until(() -> observer.leader()
                    .filter(leader -> leader.token().compareTo(one.token()) > 0)
                    .isPresent());
        }
    }

    @Test
    void actionThatThrowsKeepsNobodyElseFromHearing() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (LeaderObserver observer = LeaderObserver.start(b, PATH)) {
            observer.onChange(leader -> {
                throw new IllegalStateException("on purpose");
            });
            observer.onChange(leader -> leader.map(Leader::candidateId).ifPresent(seen::add));
            try (LeaderElection first = ensemble.candidate(a, PATH, "a").start()) {
                await().until(() -> seen.equals(List.of("a")));
            }
        }
    }

    @Test
    void badPathIsRefused() {
        assertThatThrownBy(() -> LeaderObserver.start(a, "no-slash"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'no-slash'");
    }
}
