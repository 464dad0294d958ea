package dev.baton.integration.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with certificates on both sides: a handshake that fails is told as a server that is not reached. */
@Tag("extended")
class TlsIT {

    @TempDir
    private static Path directory;

    private static Keys keys;
    private static SecuredServer server;

    @BeforeAll
    static void startServer() throws Exception {
        keys = new Keys(directory);
        Path own = keys.pair("server");
        keys.pair("app");
        keys.pair("stranger");
        keys.trust("trust-app", "app");
        keys.trust("trust-server", "server");
        server = SecuredServer.start(
                Files.createDirectory(directory.resolve("zookeeper")),
                List.of(),
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "secureClientPort=%d",
                "secureClientPortAddress=127.0.0.1",
                "ssl.clientAuth=need",
                "ssl.keyStore.location=" + own,
                "ssl.keyStore.password=" + keys.password(),
                "ssl.trustStore.location=" + directory.resolve("trust-app.p12"),
                "ssl.trustStore.password=" + keys.password());
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    private static UnaryOperator<CuratorFrameworkFactory.Builder> with(Path pair, Path trust) {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        config.setProperty("zookeeper.ssl.keyStore.location", pair.toString());
        config.setProperty("zookeeper.ssl.keyStore.password", keys.password());
        config.setProperty("zookeeper.ssl.trustStore.location", trust.toString());
        config.setProperty("zookeeper.ssl.trustStore.password", keys.password());
        return builder -> builder.zkClientConfig(config).aclProvider(Guard.ofCreator());
    }

    private static Path file(String name) {
        return directory.resolve(name + ".p12");
    }

    @Test
    void electsFailsOverAndWrites() throws Exception {
        Succession.play(
                server, server.secure(), Guard.allFor("x509", "CN=app"), with(file("app"), file("trust-server")));
    }

    @Test
    void certificateThatTheServerDoesNotTrustIsToldAndMendedByAnotherKeyStore_R10() throws Exception {
        Path mine = Files.copy(file("stranger"), file("mine"));
        try (Stand stand = Stand.start("one", server.secure(), with(mine, file("trust-server")))) {
            assertTold(stand, server.secure());
            Files.move(Files.copy(file("app"), file("next")), mine, StandardCopyOption.REPLACE_EXISTING);
            stand.awaitTerm();
            assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
        }
    }

    @Test
    void serverThatTheClientDoesNotTrustIsToldAndMendedByAnotherTrustStore_R10() throws Exception {
        Path trust = keys.trust("trust", "stranger");
        try (Stand stand = Stand.start("one", server.secure(), with(file("app"), trust))) {
            assertTold(stand, server.secure());
            Files.move(keys.trust("trust-next", "server"), trust, StandardCopyOption.REPLACE_EXISTING);
            stand.awaitTerm();
            assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
        }
    }

    @Test
    void plainClientOfAServerThatSpeaksTlsIsTold() throws Exception {
        try (Stand stand = Stand.start("one", server.secure(), builder -> builder)) {
            assertTold(stand, server.secure());
        }
    }

    @Test
    void clientThatSpeaksTlsToAPlainPortIsTold() throws Exception {
        try (Stand stand = Stand.start("one", server.plain(), with(file("app"), file("trust-server")))) {
            assertTold(stand, server.plain());
        }
    }

    private static void assertTold(Stand stand, String servers) {
        assertThat(stand.awaitFailure())
                .contains(Stand.PATH, "candidate one", "Connecting to " + servers, "trust", "zookeeper.client.secure");
    }
}
