package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a cut connection means is the user's choice: R9. */
class StepDownIT {

    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    /** Both lead on the same session with the same lease, so that nothing but the policy makes a difference. */
    @Test
    void oneTermEndsAtTheCutAndTheOtherRidesItOut_R9() throws Exception {
        CuratorFramework client = ensemble.client(SESSION);
        try (LeaderElection careful = ensemble.candidate(client, "/careful", "a")
                        .disconnectPolicy(DisconnectPolicy.STEP_DOWN_WHEN_DISCONNECTED)
                        .start();
                LeaderElection patient =
                        ensemble.candidate(client, "/patient", "a").start()) {
            Leadership ends = careful.awaitLeadership(SOON).orElseThrow();
            Leadership lasts = patient.awaitLeadership(SOON).orElseThrow();
            ensemble.server().stop();
            await().pollInterval(Duration.ofMillis(10)).until(() -> !ends.isHeld());
            assertThat(lasts.isHeld()).as("the lease has not run out").isTrue();
            assertThat(ends.ended().toCompletableFuture())
                    .succeedsWithin(SOON)
                    .isEqualTo(RevocationReason.DISCONNECTED);
            ensemble.server().restart();
            Leadership next = careful.awaitLeadership(SOON).orElseThrow();
            assertThat(next.token()).isGreaterThan(ends.token());
            lasts.write("/cursor", new byte[] {1});
            assertThat(patient.leadership().map(Leadership::token)).contains(lasts.token());
            assertThat(patient.state().terms()).isEqualTo(1);
        }
    }
}
