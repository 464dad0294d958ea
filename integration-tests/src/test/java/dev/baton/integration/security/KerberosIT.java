package dev.baton.integration.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kerberos, with a KDC in this process. */
@Tag("extended")
class KerberosIT {

    private static final String REALM = "BATON.TEST";
    private static final String KRB5 = "com.sun.security.auth.module.Krb5LoginModule";

    @TempDir
    private static Path directory;

    private static SimpleKdcServer kdc;
    private static SecuredServer server;
    private Jaas jaas;

    @BeforeAll
    static void startServers() throws Exception {
        kdc = new SimpleKdcServer();
        kdc.setWorkDir(directory.toFile());
        kdc.setKdcRealm(REALM);
        kdc.setKdcHost("localhost");
        kdc.setAllowUdp(false);
        kdc.init();
        kdc.start();
        Path krb5 = directory.resolve("krb5.conf");
        System.setProperty("java.security.krb5.conf", krb5.toString());
        principal("app");
        Path file = Files.writeString(
                directory.resolve("jaas.conf"),
                "Server { " + KRB5 + " required useKeyTab=true storeKey=true useTicketCache=false isInitiator=false"
                        + " keyTab=\"" + principal("zookeeper/localhost") + "\" principal=\"zookeeper/localhost@"
                        + REALM + "\"; };");
        server = SecuredServer.start(
                Files.createDirectory(directory.resolve("server")),
                List.of("-Djava.security.auth.login.config=" + file, "-Djava.security.krb5.conf=" + krb5),
                "authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                "kerberos.removeHostFromPrincipal=true",
                "kerberos.removeRealmFromPrincipal=true");
    }

    @AfterAll
    static void stopServers() throws Exception {
        System.clearProperty("java.security.krb5.conf");
        server.close();
        kdc.stop();
    }

    /** Has the KDC know a principal, and returns its key table. */
    private static Path principal(String name) throws Exception {
        Path keys = keysOf(name);
        kdc.createPrincipal(name + "@" + REALM);
        kdc.exportPrincipal(name + "@" + REALM, keys.toFile());
        return keys;
    }

    private static Path keysOf(String name) {
        return directory.resolve(name.replace('/', '-') + ".keytab");
    }

    @BeforeEach
    void install() {
        jaas = new Jaas();
    }

    @AfterEach
    void uninstall() {
        jaas.close();
    }

    private UnaryOperator<CuratorFrameworkFactory.Builder> as(String name, ZKClientConfig config) {
        jaas.section(
                "Client",
                KRB5,
                Map.of(
                        "useKeyTab", "true",
                        "storeKey", "true",
                        "useTicketCache", "false",
                        "refreshKrb5Config", "true",
                        "keyTab", keysOf(name).toString(),
                        "principal", name + "@" + REALM));
        return builder -> builder.zkClientConfig(config).aclProvider(Guard.ofCreator());
    }

    private static ZKClientConfig of(String serverPrincipal) {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty("zookeeper.sasl.client.canonicalize.hostname", "false");
        config.setProperty("zookeeper.server.principal", serverPrincipal + "@" + REALM);
        return config;
    }

    @Test
    void electsFailsOverAndWrites() throws Exception {
        Succession.play(server, server.plain(), Guard.allFor("sasl", "app"), as("app", of("zookeeper/localhost")));
    }

    @Test
    void serverUnderAnotherNameIsToldAndMendedWithoutARestart_R10() throws Exception {
        ZKClientConfig config = of("zookeeper/elsewhere");
        try (Stand stand = Stand.start("one", server.plain(), as("app", config))) {
            assertThat(stand.awaitFailure()).contains(Stand.PATH, "candidate one", "AUTHFAILED", "orrect its sign-in");
            config.setProperty("zookeeper.server.principal", "zookeeper/localhost@" + REALM);
            stand.awaitTerm();
            assertThat(stand.failures()).as("%s", stand.failures()).hasSize(1);
        }
    }

    /** ZooKeeper's client connects without a name then, and tries no other login on that connection. */
    @Test
    void loginThatFailsIsToldAndMendedByTheNextConnection_R10() throws Exception {
        String path = "/of-late/leader";
        try (Stand stand = Stand.startAt(path, "one", server.plain(), as("late", of("zookeeper/localhost")))) {
            assertThat(stand.awaitFailure()).contains(path, "candidate one", "INVALIDACL", "JAAS login failed");
            principal("late");
            server.restart();
            stand.awaitTerm();
        }
    }
}
