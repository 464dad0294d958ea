package dev.baton.integration.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderObserver;
import dev.baton.election.Leadership;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ACLs of names with passwords, and the least of them that an election needs. */
@Tag("extended")
class DigestAclIT {

    private static final int ON_QUEUE = Perms.CREATE | Perms.READ | Perms.DELETE;
    private static final int ON_ZNODE = Perms.READ | Perms.WRITE;

    @TempDir
    private static Path directory;

    private static SecuredServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = SecuredServer.start(directory, List.of());
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    private static UnaryOperator<CuratorFrameworkFactory.Builder> as(String credentials, List<ACL> acl) {
        return builder -> builder.authorization("digest", utf8(credentials)).aclProvider(new Guard(acl));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Id digest(String credentials) throws Exception {
        return new Id("digest", DigestAuthenticationProvider.generateDigest(credentials));
    }

    /** For the app and, to read, the observer; the administrator may all. */
    private static List<ACL> granted(int permissions) throws Exception {
        return List.of(
                new ACL(Perms.ALL, digest("admin:a")),
                new ACL(permissions, digest("app:right")),
                new ACL(Perms.READ, digest("observer:o")));
    }

    @Test
    void electsFailsOverAndWrites() throws Exception {
        List<ACL> all = List.of(new ACL(Perms.ALL, digest("app:right")));
        Succession.play(server, server.plain(), all, as("app:right", Ids.CREATOR_ALL_ACL));
    }

    @Test
    void wrongPasswordIsToldAndMendedByTheRightOne_R10() throws Exception {
        String path = "/mended/leader";
        try (CuratorFramework owner = Stand.client(server.plain(), as("app:right", Ids.CREATOR_ALL_ACL))) {
            owner.create().creatingParentsIfNeeded().forPath("/mended");
            try (Stand stand = Stand.startAt(path, "one", server.plain(), as("app:wrong", Ids.CREATOR_ALL_ACL))) {
                assertThat(stand.awaitFailure())
                        .contains(path, "candidate one", "NOAUTH", "Grant", "orrect its sign-in");
                stand.client().getZookeeperClient().getZooKeeper().addAuthInfo("digest", utf8("app:right"));
                stand.awaitTerm();
                assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
            }
        }
    }

    @Test
    void creatorWhoHasNotSignedInIsTold_R10() throws Exception {
        String path = "/nameless/leader";
        try (Stand stand =
                Stand.startAt(path, "one", server.plain(), builder -> builder.aclProvider(Guard.ofCreator()))) {
            assertThat(stand.awaitFailure()).contains(path, "candidate one", "INVALIDACL", "ACLProvider", "signed in");
            stand.client().getZookeeperClient().getZooKeeper().addAuthInfo("digest", utf8("app:right"));
            stand.awaitTerm();
        }
    }

    /** The znodes as an administrator makes them, with the app's permissions on the queue and on the baton. */
    private static void prepare(CuratorFramework admin, String path, int queue, int baton) throws Exception {
        for (String parent : List.of(path.substring(0, path.lastIndexOf('/')), path)) {
            admin.create()
                    .withACL(List.of(new ACL(Perms.ALL, digest("admin:a"))))
                    .forPath(parent, new byte[0]);
        }
        admin.create().withACL(granted(queue)).forPath(path + "/candidates", new byte[0]);
        admin.create().withACL(granted(baton)).forPath(path + "/baton", new byte[0]);
        admin.create().withACL(granted(Perms.WRITE)).forPath(path + "/cursor", new byte[0]);
    }

    @Test
    void leastPermissionsSufficeAndObserversNeedOnlyRead() throws Exception {
        String path = "/least/leader";
        try (CuratorFramework admin = Stand.client(server.plain(), as("admin:a", Ids.OPEN_ACL_UNSAFE));
                CuratorFramework reader = Stand.client(server.plain(), as("observer:o", Ids.OPEN_ACL_UNSAFE))) {
            prepare(admin, path, ON_QUEUE, ON_ZNODE);
            UnaryOperator<CuratorFrameworkFactory.Builder> app = as("app:right", granted(ON_ZNODE));
            try (Stand one = Stand.startAt(path, "one", server.plain(), app)) {
                Leadership first = one.awaitTerm();
                first.write(path + "/cursor", utf8("1"));
                try (Stand other = Stand.startAt(path, "other", server.plain(), app);
                        LeaderObserver observer = LeaderObserver.start(reader, path)) {
                    await().until(() -> observer.leader().isPresent());
                    first.close();
                    Leadership second = other.awaitTerm();
                    second.write(path + "/cursor", utf8("2"));
                    await().until(() -> observer.leader()
                            .filter(leader -> leader.token().equals(second.token()))
                            .isPresent());
                    other.client().close();
                    Leadership third = one.awaitTerm();
                    third.publish(utf8("address"));
                    assertThat(third.token()).isGreaterThan(second.token());
                }
                assertThat(one.failures()).isEmpty();
            }
            assertThat(admin.getChildren().forPath(path + "/candidates")).isEmpty();
        }
    }

    /** What is wanted where the permission is missing, one at a time. */
    @ParameterizedTest
    @CsvSource({"candidates, 4", "candidates, 1", "candidates, 8", "baton, 1", "baton, 2"})
    void eachOfTheLeastPermissionsIsNeededAndItsWantToldAndMended_R10(String znode, int missing) throws Exception {
        String path = "/without-" + znode + missing + "/leader";
        boolean ofQueue = znode.equals("candidates");
        try (CuratorFramework admin = Stand.client(server.plain(), as("admin:a", Ids.OPEN_ACL_UNSAFE))) {
            prepare(admin, path, ofQueue ? ON_QUEUE & ~missing : ON_QUEUE, ofQueue ? ON_ZNODE : ON_ZNODE & ~missing);
            if (missing == Perms.DELETE) {
                leaveAHolder(admin, path);
            }
            try (Stand stand = Stand.startAt(path, "one", server.plain(), as("app:right", granted(ON_ZNODE)))) {
                assertThat(stand.awaitFailure()).contains(path, "candidate one", "NOAUTH", "Grant");
                admin.setACL().withACL(granted(ofQueue ? ON_QUEUE : ON_ZNODE)).forPath(path + "/" + znode);
                stand.awaitTerm();
                assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
            }
        }
    }

    /** A baton that names one who is gone: only who takes it over deletes something. */
    private static void leaveAHolder(CuratorFramework admin, String path) throws Exception {
        admin.setACL().withACL(granted(ON_QUEUE)).forPath(path + "/candidates");
        try (Stand gone = Stand.startAt(path, "gone", server.plain(), as("app:right", granted(ON_ZNODE)))) {
            gone.awaitTerm();
            gone.client().close();
        }
        admin.setACL().withACL(granted(ON_QUEUE & ~Perms.DELETE)).forPath(path + "/candidates");
    }

    @Test
    void parentsThatAreMissingNeedCreateAboveThem() throws Exception {
        String path = "/above/leader";
        try (CuratorFramework admin = Stand.client(server.plain(), as("admin:a", Ids.OPEN_ACL_UNSAFE))) {
            admin.create().withACL(granted(Perms.CREATE)).forPath("/above", new byte[0]);
            try (Stand stand = Stand.startAt(path, "one", server.plain(), as("app:right", granted(Perms.ALL)))) {
                stand.awaitTerm();
                assertThat(stand.failures()).isEmpty();
            }
        }
    }
}
