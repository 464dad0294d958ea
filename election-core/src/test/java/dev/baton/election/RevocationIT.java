package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leader that something takes the office from knows it, and the next one's token is greater: R5, R7, R8. */
class RevocationIT {

    private static final String PATH = "/billing/leader";
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework a = ensemble.client();
    private final CuratorFramework b = ensemble.client();
    private final CuratorFramework operator = ensemble.client();
    private LeaderElection first;
    private LeaderElection second;
    private Leadership one;

    @BeforeEach
    void aLeadsAndBWaits() throws Exception {
        first = ensemble.candidate(a, PATH, "a").start();
        one = first.awaitLeadership(SOON).orElseThrow();
        second = ensemble.candidate(b, PATH, "b").start();
        await().until(() -> second.state().phase().equals("queued"));
    }

    @AfterEach
    void stop() throws Exception {
        first.close();
        second.close();
        ensemble.close();
    }

    @Test
    void deletedZnodeOfTheLeaderEndsItsTermWithinTheEvent_R7_A1() throws Exception {
        long deleted = System.nanoTime();
        operator.delete().forPath(PATH + "/candidates/" + first.state().znode().orElseThrow());
        Leadership two = second.awaitLeadership(Duration.ofSeconds(2)).orElseThrow();
        await().atMost(Duration.ofMillis(500)).until(() -> !one.isHeld());
        assertThat(Duration.ofNanos(System.nanoTime() - deleted)).isLessThan(Duration.ofSeconds(2));
        assertThat(two.token()).isGreaterThan(one.token());
        await().until(() -> one.ended().toCompletableFuture().isDone());
        assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.ZNODE_DELETED);
        await("a stands again, behind b").until(() -> ids().equals(List.of("b", "a")));
    }

    @Test
    void wipedParentEndsTheTermAndTokensGrowOverItsNewSequence_R5_A2() throws Exception {
        operator.delete().deletingChildrenIfNeeded().forPath("/billing");
        await().until(() -> !one.isHeld());
        await().until(() -> leader() != null);
        Leadership next = leader();
        assertThat(next.token()).isGreaterThan(one.token());
        assertThat(next.token().sequence()).isLessThanOrEqualTo(2);
        await().until(() -> ids().size() == 2);
    }

    @Test
    void deletedBatonEndsTheTermAndComesBack_R7() throws Exception {
        operator.delete().forPath(PATH + "/baton");
        await().until(() -> !one.isHeld());
        await().until(() -> one.ended().toCompletableFuture().isDone());
        assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.BATON_TAKEN);
        await().until(() -> leader() != null);
        assertThat(leader().token()).isGreaterThan(one.token());
    }

    @Test
    void spoiledBatonEndsTheTermAndIsClaimedAnew_R7() throws Exception {
        operator.setData().forPath(PATH + "/baton", "mine!".getBytes(StandardCharsets.UTF_8));
        await().until(() -> !one.isHeld());
        await().until(() -> leader() != null);
        assertThat(leader().token()).isGreaterThan(one.token());
        assertThat(new String(operator.getData().forPath(PATH + "/baton"), StandardCharsets.UTF_8))
                .contains("holder: c-");
    }

    @Test
    void sessionExpiredByTheServerEndsTheTermAndTheCandidateComesBack_R8() throws Exception {
        closeSessionOf(a);
        Leadership two = second.awaitLeadership(SOON).orElseThrow();
        await().until(() -> !one.isHeld());
        assertThat(two.token()).isGreaterThan(one.token());
        await().until(() -> one.ended().toCompletableFuture().isDone());
        await("a joins on its next session").until(() -> ids().equals(List.of("b", "a")));
    }

    @Test
    void sessionGivenUpByTheClientAloneLeavesNoZombieInTheQueue_R8() throws Exception {
        String old = first.state().znode().orElseThrow();
        a.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
        await().until(() -> !one.isHeld());
        Leadership two = second.awaitLeadership(SOON).orElseThrow();
        assertThat(two.token()).isGreaterThan(one.token());
        await().until(() -> ids().equals(List.of("b", "a")));
        assertThat(operator.checkExists().forPath(PATH + "/candidates/" + old)).isNull();
        // It was swept, not waited for: the server itself would have kept it for the rest of the session.
        assertThat(one.ended().toCompletableFuture()).isCompletedWithValue(RevocationReason.SESSION_LOST);
    }

    @Test
    void fencedWriteIsRefusedAtOnceWhenTheZnodeIsGone_R13() throws Exception {
        one.write("/cursor", bytes("1"));
        operator.delete().forPath(PATH + "/candidates/" + first.state().znode().orElseThrow());
        assertThatThrownBy(() -> one.write("/cursor", bytes("2")))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining(one.token().toString())
                .hasMessageContaining("/cursor");
        assertThat(operator.getData().forPath("/cursor")).isEqualTo(bytes("1"));
    }

    @Test
    void fencedWriteIsRefusedWhenTheBatonHasMovedOn_R13() throws Exception {
        one.write("/cursor", bytes("1"));
        // The znode stands, but the baton names another: the condition is R2 itself, not just "my znode exists".
        operator.setData().forPath(PATH + "/baton", operator.getData().forPath(PATH + "/baton"));
        assertThatThrownBy(() -> one.write("/cursor", bytes("2"))).isInstanceOf(FencedException.class);
        assertThat(operator.getData().forPath("/cursor")).isEqualTo(bytes("1"));
    }

    @Test
    void commitAppliesAllOperationsOrNone_R13() throws Exception {
        one.commit(
                a.transactionOp().create().forPath("/one", bytes("1")),
                a.transactionOp().create().forPath("/two", bytes("2")));
        assertThat(operator.getData().forPath("/two")).isEqualTo(bytes("2"));
        assertThatThrownBy(() -> one.commit(
                        a.transactionOp().setData().forPath("/one", bytes("3")),
                        a.transactionOp().create().forPath("/two", bytes("3"))))
                .isExactlyInstanceOf(ElectionException.class)
                .hasCauseInstanceOf(KeeperException.NodeExistsException.class)
                .hasMessageContaining("the term goes on");
        assertThat(operator.getData().forPath("/one")).isEqualTo(bytes("1"));
        assertThat(one.isHeld()).isTrue();
    }

    private Leadership leader() {
        return first.leadership().or(second::leadership).orElse(null);
    }

    private List<String> ids() {
        return second.candidates().stream().map(Candidate::id).toList();
    }

    /** What a server does that has not heard of a session for too long, at once: any client may end any session. */
    private void closeSessionOf(CuratorFramework client) throws Exception {
        ZooKeeper victim = client.getZookeeperClient().getZooKeeper();
        ZooKeeper twin = new ZooKeeper(
                ensemble.server().getConnectString(),
                2000,
                event -> {},
                victim.getSessionId(),
                victim.getSessionPasswd());
        await().until(() -> twin.getState().isConnected());
        twin.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
