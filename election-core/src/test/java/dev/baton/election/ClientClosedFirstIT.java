package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The caller closes its client before the election: A6, R12. */
class ClientClosedFirstIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void leaderIsRevokedOnceWritesAreRefusedAndCloseIsQuick_A6() throws Exception {
        Recorder told = new Recorder();
        LeaderElection election =
                ensemble.candidate(client, PATH, "a").listener(told).start();
        Leadership term = election.awaitLeadership(SOON).orElseThrow();
        client.close();
        assertThat(term.isHeld()).as("at once, with no event").isFalse();
        await().until(() -> told.told().size() == 2);
        assertThat(told.told().get(1)).startsWith("revoked").endsWith("SESSION_LOST");
        assertThat(catchThrowable(() -> term.write("/cursor", new byte[] {1}))).isInstanceOf(FencedException.class);
        assertThat(catchThrowable(election::candidates)).isInstanceOf(ElectionException.class);
        long start = System.nanoTime();
        election.close(SOON);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        assertThat(election.state().phase()).isEqualTo("closed");
    }

    @Test
    void whoWaitsIsToldThatItIsInVain_A6() throws Exception {
        try (LeaderElection other =
                ensemble.candidate(ensemble.client(), PATH, "a").start()) {
            assertThat(other.awaitLeadership(SOON)).isPresent();
            LeaderElection election = ensemble.candidate(client, PATH, "b").start();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread waiting = new Thread(() -> thrown.set(catchThrowable(election::awaitLeadership)));
            waiting.start();
            await().until(() ->
                    waiting.getState() == Thread.State.TIMED_WAITING || waiting.getState() == Thread.State.WAITING);
            client.close();
            await().until(() -> !waiting.isAlive());
            assertThat(thrown.get())
                    .isInstanceOf(ElectionException.class)
                    .hasMessageContaining(PATH)
                    .hasMessageContaining("The CuratorFramework of this election was closed");
            assertThat(catchThrowable(election::awaitLeadership))
                    .hasMessage(thrown.get().getMessage());
            election.close();
            assertThat(election.state().phase()).isEqualTo("closed");
        }
    }
}
