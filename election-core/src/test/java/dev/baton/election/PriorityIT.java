package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who wants to lead more asks for the baton once, and nobody asks back: R4. */
class PriorityIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SESSION = Duration.ofSeconds(4);
    /** A candidate stands so long before it asks. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void theHigherPriorityTakesOverOnceAndAfterACrashTheFirstInLineLeads_R4() throws Exception {
        CuratorFramework doomed = ensemble.client(SESSION);
        try (LeaderElection a =
                ensemble.candidate(ensemble.client(SESSION), PATH, "a").start()) {
            Leadership one = a.awaitLeadership(SOON).orElseThrow();
            try (LeaderElection b = ensemble.candidate(ensemble.client(SESSION), PATH, "b")
                            .start();
                    LeaderElection c = preferredBehind(b, doomed);
                    Sampler sampler = new Sampler(a, b, c)) {
                Leadership two = c.awaitLeadership(SOON).orElseThrow();
                assertThat(one.ended().toCompletableFuture())
                        .succeedsWithin(SOON)
                        .isEqualTo(RevocationReason.PASSED);
                assertThat(two.token()).isGreaterThan(one.token());
                await().until(() -> ids(a).equals(List.of("b", "c", "a")));
                await("nobody asks back, however long it stands")
                        .during(QUIET.plusMillis(500))
                        .atMost(QUIET.multipliedBy(2))
                        .until(() -> c.leadership().map(Leadership::token).equals(Optional.of(two.token())));
                assertThat(List.of(
                                a.state().terms(), b.state().terms(), c.state().terms()))
                        .containsExactly(1L, 0L, 1L);
                doomed.close();
                Leadership three = b.awaitLeadership(SOON).orElseThrow();
                assertThat(three.token()).isGreaterThan(two.token());
                assertThat(sampler.overlaps()).isEmpty();
                assertThat(sampler.backwards()).isEmpty();
            }
        }
    }

    private LeaderElection preferredBehind(LeaderElection other, CuratorFramework client) {
        await().until(() -> other.state().phase().equals("queued"));
        LeaderElection preferred =
                ensemble.candidate(client, PATH, "c").priority(9).start();
        await().until(() -> preferred.state().phase().equals("queued"));
        assertThat(preferred.candidates()).extracting(Candidate::priority).containsExactly(0, 0, 9);
        return preferred;
    }

    @Test
    void aPriorityThatNoNameHasRoomForIsRefused() {
        for (int wanted : new int[] {-1, 10_000}) {
            assertThatThrownBy(() -> ensemble.candidate(ensemble.client(SESSION), PATH, "a")
                            .priority(wanted)
                            .start())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(wanted))
                    .hasMessageContaining("9999");
        }
    }

    private static List<String> ids(LeaderElection election) {
        return election.candidates().stream().map(Candidate::id).toList();
    }
}
