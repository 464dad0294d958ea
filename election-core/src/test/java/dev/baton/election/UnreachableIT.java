package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** No server is reached, whether none listens or none lets this client in: that is told, and mends itself: R10. */
class UnreachableIT {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final class Told implements ElectionListener {
        private final List<String> failures = new CopyOnWriteArrayList<>();
        private final List<ElectionEvent> events = new CopyOnWriteArrayList<>();

        @Override
        public void failed(ElectionException cause) {
            failures.add(cause.getMessage());
        }

        @Override
        public void event(ElectionEvent event) {
            events.add(event);
        }
    }

    @Test
    void nobodyIsReachedFromTheStartAndAgainLaterWhichIsToldOnceEachAndMendsItself_R10() throws Exception {
        int port = freePort();
        Told told = new Told();
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString("127.0.0.1:" + port)
                .sessionTimeoutMs(10_000)
                .connectionTimeoutMs(1000)
                .retryPolicy(new RetryOneTime(100))
                .build()) {
            client.start();
            try (LeaderElection election = LeaderElection.builder(client, "/billing/leader")
                    .candidateId("a")
                    .listener(told)
                    .start()) {
                await().atMost(SOON).until(() -> !told.failures.isEmpty());
                assertThat(told.failures.get(0))
                        .contains("/billing/leader", "127.0.0.1:" + port, "zookeeper.client.secure");
                try (TestingServer server = new TestingServer(port)) {
                    assertThat(election.awaitLeadership(SOON)).isPresent();
                    await().until(() -> told.events.stream().anyMatch(ElectionEvent.Recovered.class::isInstance));
                    server.stop();
                    await().atMost(SOON).until(() -> told.failures.size() == 2);
                    assertThat(told.failures.get(1)).contains("127.0.0.1:" + port);
                    server.restart();
                    assertThat(election.awaitLeadership(SOON)).isPresent();
                    await().until(() -> told.events.stream()
                                    .filter(ElectionEvent.Recovered.class::isInstance)
                                    .count()
                            == 2);
                    assertThat(told.failures).hasSize(2);
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
