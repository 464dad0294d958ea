package dev.baton.integration.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in by SASL with DIGEST-MD5, which clients of ZooKeeper 3.9 refuse unless told otherwise. */
@Tag("extended")
class SaslDigestIT {

    private static final String DIGEST = "org.apache.zookeeper.server.auth.DigestLoginModule";

    @TempDir
    private static Path directory;

    private static SecuredServer server;
    private Jaas jaas;

    @BeforeAll
    static void startServer() throws Exception {
        server = SecuredServer.start(
                directory,
                serverOptions("right"),
                "authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @BeforeEach
    void install() {
        jaas = new Jaas();
    }

    @AfterEach
    void uninstall() {
        jaas.close();
    }

    private static List<String> serverOptions(String password) throws Exception {
        Path file = Files.writeString(
                directory.resolve("jaas-" + password + ".conf"),
                "Server { " + DIGEST + " required user_app=\"" + password + "\"; };");
        return List.of("-Djava.security.auth.login.config=" + file);
    }

    private static ZKClientConfig config() {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty("zookeeper.fips-mode", "false");
        return config;
    }

    private static UnaryOperator<CuratorFrameworkFactory.Builder> signedIn(ZKClientConfig config) {
        return builder -> builder.zkClientConfig(config).aclProvider(Guard.ofCreator());
    }

    private void password(String password) {
        jaas.section("Client", DIGEST, Map.of("username", "app", "password", password));
    }

    @Test
    void electsFailsOverAndWrites() throws Exception {
        password("right");
        Succession.play(server, server.plain(), Guard.allFor("sasl", "app"), signedIn(config()));
    }

    @Test
    void wrongPasswordIsToldAndMendedWithoutARestart_R10() throws Exception {
        password("wrong");
        try (Stand stand = Stand.start("one", server.plain(), signedIn(config()))) {
            assertToldOf(stand, "AUTHFAILED", "orrect its sign-in");
            password("right");
            stand.awaitTerm();
            assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
        }
    }

    @Test
    void fipsModeIsNamedAsWhatRefusesAndCanBeSwitchedOffWithoutARestart_R10() throws Exception {
        password("right");
        ZKClientConfig config = new ZKClientConfig();
        try (Stand stand = Stand.start("one", server.plain(), signedIn(config))) {
            assertToldOf(stand, "AUTHFAILED", "zookeeper.fips-mode is false");
            config.setProperty("zookeeper.fips-mode", "false");
            stand.awaitTerm();
        }
    }

    @Test
    void serverThatKnowsAnotherPasswordIsMendedByItsOwnRestart_R10() throws Exception {
        password("other");
        try (Stand stand = Stand.start("one", server.plain(), signedIn(config()))) {
            assertToldOf(stand, "AUTHFAILED", "orrect its sign-in");
            server.restart(serverOptions("other"));
            stand.awaitTerm();
        } finally {
            server.restart(serverOptions("right"));
        }
    }

    /** ZooKeeper's client connects without a name then, and looks for no section again on that connection. */
    @Test
    void sectionThatIsMissingIsToldAndMendedByTheNextConnection_R10() throws Exception {
        ZKClientConfig config = config();
        config.setProperty(ZKClientConfig.LOGIN_CONTEXT_NAME_KEY, "Missing");
        try (Stand stand = Stand.start("one", server.plain(), signedIn(config))) {
            assertToldOf(stand, "INVALIDACL", "JAAS login failed");
            jaas.section("Missing", DIGEST, Map.of("username", "app", "password", "right"));
            server.restart();
            stand.awaitTerm();
        }
    }

    /** With this server setting, a connection without a name is ended, and so the login tried again by itself. */
    @Test
    void serverThatDemandsASignInHasTheNextLoginTried_R10() throws Exception {
        ZKClientConfig config = config();
        config.setProperty(ZKClientConfig.LOGIN_CONTEXT_NAME_KEY, "Missing");
        List<String> demanding = new ArrayList<>(serverOptions("right"));
        demanding.add("-Dzookeeper.sessionRequireClientSASLAuth=true");
        server.restart(demanding);
        try (Stand stand = Stand.start("one", server.plain(), signedIn(config))) {
            assertToldOf(stand, "SESSIONCLOSEDREQUIRESASLAUTH", "JAAS login failed");
            jaas.section("Missing", DIGEST, Map.of("username", "app", "password", "right"));
            stand.awaitTerm();
        } finally {
            server.restart(serverOptions("right"));
        }
    }

    private static void assertToldOf(Stand stand, String code, String remedy) {
        assertThat(stand.awaitFailure()).contains(Stand.PATH, "candidate one", code, remedy);
    }
}
