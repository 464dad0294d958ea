package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What cannot work is refused at the start, or told and mended while it runs; any client of a user will do: R10. */
class StartIT {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void badSettingsAreRefusedByAMessageThatNamesValueAndRemedy() {
        CuratorFramework client = ensemble.client();
        for (String path : List.of("leader", "/", "/a//b", "/a/", "/a/../b", "")) {
            assertThatThrownBy(() -> ensemble.candidate(client, path, "a").start())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + path + "'")
                    .hasMessageContaining("/billing/leader");
        }
        assertThatThrownBy(() -> ensemble.candidate(client, "/p", null).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("candidateId")
                .hasMessageContaining("null");
        assertThatThrownBy(() -> ensemble.candidate(client, "/p", "two\nlines").start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one line");
        assertThatThrownBy(() -> ensemble.candidate(client, "/p", "a")
                        .closeTimeout(Duration.ZERO)
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("closeTimeout");
    }

    @Test
    void clientThatIsNotStartedIsRefused() {
        try (CuratorFramework latent = CuratorFrameworkFactory.newClient("localhost:1", new RetryOneTime(1))) {
            assertThatThrownBy(() -> LeaderElection.builder(latent, "/p")
                            .candidateId("a")
                            .start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("LATENT")
                    .hasMessageContaining("start()");
        }
    }

    @Test
    void sessionTooShortForTheLeaseIsRefused_R6() {
        CuratorFramework client = ensemble.client(Duration.ofSeconds(2));
        assertThatThrownBy(() -> LeaderElection.builder(client, "/p")
                        .candidateId("a")
                        .serverTickTime(Duration.ofMillis(500))
                        .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("2000 ms")
                .hasMessageContaining("2500 ms")
                .hasMessageContaining("serverTickTime");
    }

    @Test
    void namespaceOfTheClientIsKeptAndItsParentsArePersistent() throws Exception {
        CuratorFramework plain = ensemble.client();
        for (CuratorFramework client : List.of(
                ensemble.started(
                        CuratorFrameworkFactory.builder().namespace("apps").sessionTimeoutMs(2000)),
                plain.usingNamespace("facade"))) {
            String root = "/" + client.getNamespace() + "/leader";
            try (LeaderElection election =
                    ensemble.candidate(client, "/leader", "a").start()) {
                Leadership term = election.awaitLeadership(SOON).orElseThrow();
                term.write("/cursor", new byte[] {1});
                assertThat(plain.checkExists().forPath("/" + client.getNamespace() + "/cursor"))
                        .isNotNull();
                assertThat(plain.getChildren().forPath(root)).containsExactlyInAnyOrder("baton", "candidates");
                assertThat(election.candidates()).extracting(Candidate::holder).containsExactly(true);
            }
            // A container's owner has the high bit set: ZooKeeper's EphemeralType.
            assertThat(plain.checkExists().forPath("/" + client.getNamespace()).getEphemeralOwner())
                    .isZero();
            assertThat(plain.checkExists().forPath(root).getEphemeralOwner()).isZero();
        }
    }

    @Test
    void chrootIsKeptAndAMissingOneIsToldAndMended_C5_F37() throws Exception {
        CuratorFramework plain = ensemble.client();
        Recorder told = new Recorder();
        CuratorFramework client =
                ensemble.startedAt("/nobody", CuratorFrameworkFactory.builder().sessionTimeoutMs(2000));
        try (LeaderElection election =
                ensemble.candidate(client, "/leader", "a").listener(told).start()) {
            await().until(() -> !told.failures().isEmpty());
            assertThat(told.failures().get(0)).hasMessageContaining("chroot").hasMessageContaining("/leader");
            assertThat(election.leadership()).isEmpty();
            plain.create().forPath("/nobody");
            Leadership term = election.awaitLeadership(Duration.ofSeconds(10)).orElseThrow();
            assertThat(plain.checkExists().forPath("/nobody/leader/baton")).isNotNull();
            term.write("/cursor", new byte[] {1});
            assertThat(plain.checkExists().forPath("/nobody/cursor")).isNotNull();
        }
    }

    @Test
    void aclProviderOfTheClientGuardsEveryZnode() throws Exception {
        CuratorFramework client = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs(2000)
                .authorization("digest", "me:secret".getBytes())
                .aclProvider(new CreatorOnly()));
        CuratorFramework other = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs(2000)
                .authorization("digest", "me:secret".getBytes())
                .aclProvider(new CreatorOnly()));
        try (LeaderElection first =
                        ensemble.candidate(client, "/guarded/leader", "a").start();
                LeaderElection second =
                        ensemble.candidate(other, "/guarded/leader", "b").start()) {
            Leadership one =
                    first.awaitLeadership(SOON).or(() -> second.leadership()).orElseThrow();
            for (String path :
                    List.of("/guarded", "/guarded/leader", "/guarded/leader/baton", "/guarded/leader/candidates")) {
                assertThat(client.getACL().forPath(path))
                        .as(path)
                        .allMatch(acl -> acl.getId().getScheme().equals("digest"));
            }
            await().until(() -> first.candidates().size() == 2);
            one.close();
            await().until(() -> first.leadership().or(second::leadership).isPresent());
        }
    }

    @Test
    void refusedPermissionIsToldAndMendedWithoutARestart_C3() throws Exception {
        CuratorFramework owner = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs(2000)
                .authorization("digest", "me:secret".getBytes()));
        owner.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath("/guarded");
        Recorder told = new Recorder();
        CuratorFramework stranger = ensemble.client();
        try (LeaderElection election = ensemble.candidate(stranger, "/guarded/leader", "s")
                .listener(told)
                .start()) {
            await().until(() -> !told.failures().isEmpty());
            assertThat(told.failures().get(0))
                    .hasMessageContaining("/guarded/leader")
                    .hasMessageContaining("NOAUTH")
                    .hasMessageContaining("Grant");
            assertThat(election.state().lastError()).isPresent();
            owner.setACL().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath("/guarded");
            assertThat(election.awaitLeadership(Duration.ofSeconds(10))).isPresent();
            assertThat(told.failures()).hasSize(1);
        }
    }

    @Test
    void callersClientIsNeitherClosedNorChanged() throws Exception {
        CuratorFramework client = ensemble.client();
        LeaderElection election = ensemble.candidate(client, "/p", "a").start();
        assertThat(election.awaitLeadership(SOON)).isPresent();
        election.close();
        assertThat(client.getState()).isEqualTo(CuratorFrameworkState.STARTED);
        assertThat(client.checkExists().forPath("/p/baton")).isNotNull();
    }

    @Test
    void clientClosedFirstEndsTheTermAndIsTold_A6() throws Exception {
        Recorder told = new Recorder();
        CuratorFramework client = ensemble.client();
        try (LeaderElection election =
                ensemble.candidate(client, "/p", "a").listener(told).start()) {
            Leadership term = election.awaitLeadership(SOON).orElseThrow();
            client.close();
            await().atMost(Ensemble.SESSION).until(() -> !term.isHeld());
            await().until(() -> told.failures().stream()
                    .anyMatch(failure -> failure.getMessage().contains("was closed")));
            assertThat(told.told()).hasSize(2);
        }
    }

    private static final class CreatorOnly implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }
    }
}
