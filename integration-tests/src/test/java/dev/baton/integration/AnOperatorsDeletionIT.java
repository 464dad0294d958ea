package dev.baton.integration;

import static dev.baton.integration.ContestedElection.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.RevocationReason;
import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Revoked;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an operator deletes is noticed at once: the term ends, and everybody is in the queue again. */
@ContainerTest
@Tag("extended")
class AnOperatorsDeletionIT {
    private static final Duration SESSION = Duration.ofSeconds(4);

    @Test
    @DisplayName("R5, R7: the leader's znode, then the whole path of the election")
    void theLeadersZnodeThenTheWholePath() throws Exception {
        try (Ensemble ensemble = Ensemble.start(1);
                CuratorFramework operator =
                        CuratorFrameworkFactory.newClient(ensemble.connectOutside(), new RetryOneTime(500));
                ContestedElection election = new ContestedElection(ensemble, "deletion", SESSION)) {
            operator.start();
            CandidateContainer first = election.stand("first");
            CandidateContainer second = election.stand("second");
            Elected term = election.lead(first);

            int eviction = election.fault(FaultKind.ZNODE_EVICTED, List.of("first"), () -> evict(operator, "first"));
            election.heal(eviction, () -> {});
            Elected next = election.lead(second);
            eventually("the end is told")
                    .until(() -> first.saw(Revoked.class).findAny().isPresent());
            assertThat(first.saw(Revoked.class).map(Revoked::reason)).containsExactly(RevocationReason.ZNODE_DELETED);
            assertThat(next.token()).isGreaterThan(term.token());

            int wipe = election.fault(FaultKind.PARENT_WIPED, List.of("first", "second"), () -> wipe(operator));
            election.heal(wipe, () -> {});
            eventually("somebody leads after it, with a greater token")
                    .until(() -> List.of(first, second).stream()
                            .flatMap(each -> each.saw(Elected.class))
                            .anyMatch(elected -> elected.token().compareTo(next.token()) > 0));
            election.conclude().assertSafe();
        }
    }

    private static void evict(CuratorFramework operator, String id) {
        String queue = "/elections/deletion/candidates";
        try {
            for (String name : operator.getChildren().forPath(queue)) {
                String data = new String(operator.getData().forPath(queue + "/" + name), UTF_8);
                if (data.contains("candidate: " + id + "\n")) {
                    operator.delete().forPath(queue + "/" + name);
                }
            }
        } catch (Exception failed) {
            throw new IllegalStateException("cannot evict " + id, failed);
        }
    }

    private static void wipe(CuratorFramework operator) {
        try {
            operator.delete().deletingChildrenIfNeeded().forPath("/elections/deletion");
        } catch (Exception failed) {
            throw new IllegalStateException("cannot wipe the election", failed);
        }
    }
}
