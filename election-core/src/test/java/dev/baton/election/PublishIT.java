package dev.baton.election;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader changes what others can read about it, and stays the leader: R13. */
class PublishIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void payloadChangesAndTokenStaysAndObserversAreTold_R13() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (LeaderElection a = ensemble.candidate(client, PATH, "a")
                        .payload("host-a:80".getBytes(UTF_8))
                        .start();
                LeaderObserver observer = LeaderObserver.start(ensemble.client(), PATH)) {
            Leadership one = a.awaitLeadership(SOON).orElseThrow();
            observer.onChange(leader ->
                    leader.ifPresent(found -> seen.add(found.token() + " " + new String(found.payload(), UTF_8))));
            await().until(() -> seen.equals(List.of(one.token() + " host-a:80")));
            int baton = client.checkExists().forPath(PATH + "/baton").getVersion();
            one.publish("host-a:8080".getBytes(UTF_8));
            await().until(() -> seen.equals(List.of(one.token() + " host-a:80", one.token() + " host-a:8080")));
            one.publish("host-a:9090".getBytes(UTF_8));
            await().until(() -> seen.size() == 3);
            assertThat(client.checkExists().forPath(PATH + "/baton").getVersion())
                    .isEqualTo(baton);
            assertThat(a.candidates()).extracting(Candidate::id).containsExactly("a");
            assertThat(one.isHeld()).isTrue();
            assertThat(a.state().terms()).isEqualTo(1);
        }
    }

    @Test
    void onlyATermThatLastsPublishesAndNotTooMuch_R13() throws Exception {
        try (LeaderElection a = ensemble.candidate(client, PATH, "a").start()) {
            Leadership one = a.awaitLeadership(SOON).orElseThrow();
            assertThatThrownBy(() -> one.publish(new byte[64 * 1024 + 1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("65537")
                    .hasMessageContaining("65536");
            one.close();
            assertThatThrownBy(() -> one.publish(new byte[0])).isInstanceOf(FencedException.class);
        }
    }
}
