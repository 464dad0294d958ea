package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever counts or logs what happens to a candidate is told all of it, in order: R10, R11. */
class EventsIT {

    private static final String PATH = "/guarded/leader";
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    /** Events by their kind, and the calls for terms in capitals. */
    private static final class Diary implements ElectionListener {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final List<ElectionEvent> events = new CopyOnWriteArrayList<>();

        @Override
        public void event(ElectionEvent event) {
            if (!(event instanceof ElectionEvent.RenewedLate)) { // which a busy machine may add anywhere
                events.add(event);
                lines.add(event.getClass().getSimpleName());
            }
        }

        @Override
        public void elected(Leadership term) {
            lines.add("ELECTED");
        }

        @Override
        public void revoked(Leadership term, RevocationReason reason) {
            lines.add("REVOKED");
        }

        @Override
        public void failed(ElectionException cause) {
            lines.add("FAILED");
        }
    }

    @Test
    void fromFailureToElectionAndBackToTheQueue_R10_R11() throws Exception {
        CuratorFramework owner = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs(2000)
                .authorization("digest", "me:secret".getBytes()));
        owner.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath("/guarded");
        Diary first = new Diary();
        Diary second = new Diary();
        try (LeaderElection a =
                ensemble.candidate(ensemble.client(), PATH, "a").listener(first).start()) {
            await().until(() -> first.lines.contains("FAILED"));
            owner.setACL().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath("/guarded");
            Leadership one = a.awaitLeadership(SOON).orElseThrow();
            try (LeaderElection b = ensemble.candidate(ensemble.client(), PATH, "b")
                    .listener(second)
                    .start()) {
                await().until(() -> second.lines.contains("Queued"));
                one.close();
                Leadership two = b.awaitLeadership(SOON).orElseThrow();
                await().until(() -> first.lines.contains("Queued") && second.lines.contains("ELECTED"));
                assertThat(first.lines)
                        .containsExactly(
                                "Failed",
                                "FAILED",
                                "Recovered",
                                "Joined",
                                "Elected",
                                "ELECTED",
                                "Revoked",
                                "REVOKED",
                                "Joined",
                                "Queued");
                assertThat(second.lines).containsExactly("Joined", "Queued", "Elected", "ELECTED");
                assertThat(first.events)
                        .contains(
                                new ElectionEvent.Elected(one.token()),
                                new ElectionEvent.Revoked(one.token(), RevocationReason.RESIGNED))
                        .last()
                        .isEqualTo(new ElectionEvent.Queued(1, b.state().znode().orElseThrow()));
                assertThat(second.events).contains(new ElectionEvent.Elected(two.token()));
            }
        }
    }
}
