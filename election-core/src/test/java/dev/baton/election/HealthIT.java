package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is not fit to lead does not stand. */
class HealthIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final HealthCheck.Rhythm OFTEN =
            new HealthCheck.Rhythm(Duration.ofMillis(50), Duration.ofMillis(500), Duration.ZERO, 1);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    private LeaderElection checked(HealthCheck check) {
        return ensemble.candidate(ensemble.client(), PATH, "a")
                .healthCheck(check, OFTEN)
                .start();
    }

    /** Stands only when the first has its place in the queue. */
    private LeaderElection behind(LeaderElection first) {
        await().until(() -> first.leadership().isPresent());
        return ensemble.candidate(ensemble.client(), PATH, "b").start();
    }

    private static List<String> ids(LeaderElection election) {
        return election.candidates().stream().map(Candidate::id).toList();
    }

    @Test
    void unhealthyLeaderHandsOverAndComesBackWhenItIsWell_R4() throws Exception {
        AtomicBoolean healthy = new AtomicBoolean(true);
        try (LeaderElection a = checked(healthy::get);
                LeaderElection b = behind(a)) {
            Leadership one = a.leadership().orElseThrow();
            await().until(() -> ids(a).equals(List.of("a", "b")));
            healthy.set(false);
            Leadership two = b.awaitLeadership(SOON).orElseThrow();
            assertThat(one.ended().toCompletableFuture()).succeedsWithin(SOON).isEqualTo(RevocationReason.UNHEALTHY);
            assertThat(two.token()).isGreaterThan(one.token());
            await().until(() -> a.state().phase().equals("outside"));
            assertThat(ids(b)).containsExactly("b");
            healthy.set(true);
            await().until(() -> ids(b).equals(List.of("b", "a")));
            assertThat(two.isHeld()).isTrue();
        }
    }

    @Test
    void candidateThatIsUnwellFromTheStartStandsWhenItIsWell() {
        AtomicBoolean healthy = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        try (LeaderElection a = checked(() -> {
            asked.incrementAndGet();
            return healthy.get();
        })) {
            await().until(() -> asked.get() > 3);
            assertThat(a.state().phase()).isEqualTo("outside");
            assertThat(a.candidates()).isEmpty();
            healthy.set(true);
            await().until(() -> a.leadership().isPresent());
        }
    }

    @Test
    void checkThatHangsHasFailedAndIsNotAskedAgainUntilItReturns() throws Exception {
        Semaphore answers = new Semaphore(1_000_000);
        AtomicInteger asked = new AtomicInteger();
        try (LeaderElection a = checked(() -> {
                    asked.incrementAndGet();
                    answers.acquire();
                    return true;
                });
                LeaderElection b = behind(a)) {
            await().until(() -> ids(a).equals(List.of("a", "b")));
            answers.drainPermits();
            assertThat(b.awaitLeadership(SOON)).as("a's check hangs").isPresent();
            await().until(() -> a.state().phase().equals("outside"));
            int hanging = asked.get();
            await().during(OFTEN.interval().multipliedBy(6)).until(() -> asked.get() == hanging);
            answers.release(1_000_000);
            await().until(() -> ids(b).equals(List.of("b", "a")));
        }
    }

    @Test
    void rhythmThatCannotBeKeptIsRefused() {
        assertThatThrownBy(() -> new HealthCheck.Rhythm(Duration.ZERO, SOON, SOON, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("interval PT0S");
        assertThatThrownBy(() -> new HealthCheck.Rhythm(SOON, SOON, Duration.ofSeconds(-1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grace PT-1S");
        assertThatThrownBy(() -> new HealthCheck.Rhythm(SOON, SOON, SOON, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("passes 0");
    }
}
