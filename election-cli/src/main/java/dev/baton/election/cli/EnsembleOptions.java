package dev.baton.election.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where ZooKeeper is, and who we are to it. */
final class EnsembleOptions {

    @Option(
            names = {"-s", "--server"},
            paramLabel = "HOST:PORT[,…][/CHROOT]",
            defaultValue = "${env:BATON_SERVER:-${env:ZOOKEEPER_CONNECT:-${env:ZK_HOST:-"
                    + "${env:KAFKA_ZOOKEEPER_CONNECT:-localhost:2181}}}}",
            description =
                    "ZooKeeper's connect string. Default: the first of $BATON_SERVER, $ZOOKEEPER_CONNECT, $ZK_HOST and"
                            + " $KAFKA_ZOOKEEPER_CONNECT that is set, or localhost:2181.")
    private String server = "localhost:2181";

    @Option(
            names = "--client-config",
            paramLabel = "FILE",
            description = "Properties of the ZooKeeper client, as for zkCli.sh -client-configuration: TLS, SASL, …")
    private @Nullable Path clientConfig;

    @Option(
            names = "--auth",
            paramLabel = "SCHEME:CREDENTIAL",
            description = "Sign in, such as digest:user:password; SCHEME:@FILE reads the credential from a file. May be"
                    + " given more than once.")
    private List<String> auth = List.of();

    @Option(
            names = "--session-timeout",
            paramLabel = "DURATION",
            defaultValue = "15s",
            description = "The session timeout to ask for. Default: ${DEFAULT-VALUE}.")
    private Duration sessionTimeout = Duration.ofSeconds(15);

    @Option(
            names = "--connect-timeout",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "How long to wait for a connection. Default: ${DEFAULT-VALUE}.")
    private Duration connectTimeout = Duration.ofSeconds(10);

    String server() {
        return server;
    }

    Duration connectTimeout() {
        return connectTimeout;
    }

    /** A client that is connected, to an ensemble where its chroot exists; to be closed by the caller. */
    CuratorFramework open() {
        CuratorFramework client = connect();
        boolean usable = false;
        try {
            usable = client.checkExists().forPath("/") != null;
            if (!usable) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "the chroot at the end of " + server
                                + " does not exist: create that path in ZooKeeper, or correct" + " the connect string");
            }
            return client;
        } catch (KeeperException refused) {
            boolean permitted = refused.code() != KeeperException.Code.AUTHFAILED;
            throw new CommandFailure(
                    permitted ? ExitCode.CANNOT_CONNECT : ExitCode.NOT_PERMITTED,
                    permitted
                            ? "the connection to ZooKeeper at " + server + " was lost: " + refused.getMessage()
                            : signInRefused(),
                    refused);
        } catch (CommandFailure failure) {
            throw failure;
        } catch (Exception curators) {
            throw new CommandFailure(ExitCode.CANNOT_CONNECT, "asking " + server + " failed: " + curators, curators);
        } finally {
            if (!usable) {
                client.close();
            }
        }
    }

    private String signInRefused() {
        return "ZooKeeper at " + server + " refused the sign-in: correct --auth, --client-config or the JAAS file";
    }

    /** A client that is connected; to be closed by the caller. */
    CuratorFramework connect() {
        CuratorFramework client = started();
        boolean connected = false;
        try {
            connected = client.blockUntilConnected(Math.toIntExact(connectTimeout.toMillis()), TimeUnit.MILLISECONDS);
            if (!connected) {
                throw unreachable(client);
            }
            return client;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted while connecting to " + server, interrupted);
        } finally {
            if (!connected) {
                client.close();
            }
        }
    }

    /** A client that is connecting. */
    CuratorFramework started() {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(server)
                .sessionTimeoutMs(Math.toIntExact(sessionTimeout.toMillis()))
                .connectionTimeoutMs(Math.toIntExact(connectTimeout.toMillis()))
                .ensembleTracker(
                        false) // what was typed is where to go: behind a gateway the servers' own names are not
                .zkClientConfig(config())
                .retryPolicy(new RetryOneTime(200));
        if (!auth.isEmpty()) {
            builder.authorization(auth.stream().map(EnsembleOptions::authInfo).toList());
        }
        CuratorFramework client;
        try {
            client = builder.build();
            client.start();
        } catch (IllegalArgumentException malformed) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "'" + server + "' is no connect string: " + malformed.getMessage()
                            + ". Give HOST:PORT, more of them after commas, and a chroot such as /kafka after the last",
                    malformed);
        }
        return client;
    }

    private ZKClientConfig config() {
        if (clientConfig == null) {
            return new ZKClientConfig();
        }
        if (!Files.isReadable(clientConfig)) {
            throw new CommandFailure(ExitCode.USAGE, "--client-config: '" + clientConfig + "' cannot be read");
        }
        try {
            return new ZKClientConfig(clientConfig);
        } catch (ConfigException wrong) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--client-config: '" + clientConfig + "' is no properties file of a ZooKeeper client: "
                            + wrong.getMessage(),
                    wrong);
        }
    }

    private static org.apache.curator.framework.AuthInfo authInfo(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || colon == text.length() - 1) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--auth: give SCHEME:CREDENTIAL or SCHEME:@FILE, such as digest:@/etc/baton/auth");
        }
        String credential = text.substring(colon + 1);
        byte[] bytes = credential.startsWith("@")
                ? secret(Path.of(credential.substring(1)))
                : credential.getBytes(StandardCharsets.UTF_8);
        return new org.apache.curator.framework.AuthInfo(text.substring(0, colon), bytes);
    }

    private static byte[] secret(Path file) {
        try {
            return Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new CommandFailure(ExitCode.USAGE, "--auth: '" + file + "' cannot be read", unreadable);
        }
    }

    private CommandFailure unreachable(CuratorFramework client) {
        if (stateOf(client)
                .filter(state -> state == ZooKeeper.States.AUTH_FAILED)
                .isPresent()) {
            return new CommandFailure(ExitCode.NOT_PERMITTED, signInRefused());
        }
        List<String> unknown = Hosts.of(server).stream()
                .filter(host -> !host.isKnown())
                .map(Hosts.Host::name)
                .toList();
        String why = unknown.isEmpty()
                ? "no server answered within " + Durations.show(connectTimeout)
                        + ": is it running, is this its client port, does it want TLS?"
                : "the name of " + String.join(", ", unknown) + " cannot be resolved";
        return new CommandFailure(
                ExitCode.CANNOT_CONNECT,
                "cannot connect to ZooKeeper at " + server + ": " + why + " ('baton doctor' looks closer)");
    }

    private static Optional<ZooKeeper.States> stateOf(CuratorFramework client) {
        try {
            return Optional.of(client.getZookeeperClient().getZooKeeper().getState());
        } catch (Exception noHandle) {
            return Optional.empty(); // there is no state to tell of, and that there is no connection is told anyway
        }
    }
}
