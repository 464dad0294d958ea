package dev.baton.election.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at everything that an election needs. */
@Command(
        name = "doctor",
        description =
                "Look at everything that an election needs of ZooKeeper, and say what to do where something is missing.",
        footer = "%nExits with 1 if anything failed, 4 if no connection came about, 5 if something is not permitted.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

    private static final Duration ACCEPT = Duration.ofSeconds(3);
    private static final int TICKS = 5;

    /** What a look found. */
    private enum Verdict {
        OK,
        WARN,
        FAIL
    }

    private record Finding(Verdict verdict, String what, String found, String remedy) {}

    @Mixin
    private EnsembleOptions ensemble = new EnsembleOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(
            paramLabel = "ELECTION",
            arity = "0..1",
            defaultValue = "/baton-doctor",
            description =
                    "Where the permissions are tried; a znode is made there and deleted. Default: ${DEFAULT-VALUE}.")
    private String path = "/baton-doctor";

    @Option(
            names = "--server-tick-time",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "The servers' tickTime. Default: ${DEFAULT-VALUE}.")
    private Duration tick = Duration.ofSeconds(2);

    @Spec
    private @Nullable CommandSpec spec;

    private final List<Finding> findings = new ArrayList<>();
    private int exitCode = ExitCode.OK;

    @Override
    public Integer call() throws Exception {
        Hosts.of(ensemble.server()).forEach(this::server);
        try (CuratorFramework client = ensemble.connect()) {
            ok(
                    "connection",
                    "session 0x"
                            + Long.toHexString(
                                    client.getZookeeperClient().getZooKeeper().getSessionId()));
            session(client);
            if (chroot(client)) {
                permissions(client);
            }
        } catch (CommandFailure failure) {
            fail(failure.exitCode(), "connection", String.valueOf(failure.getMessage()), "see the lines above");
        }
        print();
        return exitCode;
    }

    private void server(Hosts.Host host) {
        if (!host.isKnown()) {
            fail(ExitCode.FAILED, "name " + host.name(), "cannot be resolved", "correct the name, or the resolver");
        } else if (!host.accepts(ACCEPT)) {
            fail(
                    ExitCode.FAILED,
                    "server " + host,
                    "accepts no connection within " + Durations.show(ACCEPT),
                    "start it, open the firewall, or correct the port");
        } else {
            version(host);
        }
    }

    /** Asks by the four-letter word that every server answers unless it was told not to. */
    private void version(Hosts.Host host) {
        String what = "server " + host;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host.name(), host.port()), Math.toIntExact(ACCEPT.toMillis()));
            socket.setSoTimeout(Math.toIntExact(ACCEPT.toMillis()));
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> line.startsWith("Zookeeper version:") || line.startsWith("Mode:"))
                    .map(line -> line.replaceFirst("-[0-9a-f]{16,}.*", "").replace("Zookeeper version:", "ZooKeeper"))
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("");
            if (answer.isEmpty()) {
                warn(what, "accepts connections, and does not tell its version", "it may want TLS, or forbid 'srvr'");
            } else {
                ok(what, answer);
            }
        } catch (IOException silent) {
            warn(what, "accepts connections, and does not answer: " + silent.getMessage(), "it may want TLS");
        }
    }

    private void session(CuratorFramework client) throws Exception {
        Duration agreed =
                Duration.ofMillis(client.getZookeeperClient().getZooKeeper().getSessionTimeout());
        Duration least = tick.multipliedBy(TICKS);
        if (agreed.compareTo(least) < 0) {
            fail(
                    ExitCode.FAILED,
                    "lease",
                    "the session timeout agreed to is " + Durations.show(agreed) + ", less than " + TICKS + " ticks of "
                            + Durations.show(tick),
                    "ask for --session-timeout " + Durations.show(least)
                            + " or more, or name the servers' --server-tick-time");
        } else {
            ok(
                    "lease",
                    "session timeout " + Durations.show(agreed) + " agreed, at least " + Durations.show(least)
                            + " needed at a tick of " + Durations.show(tick));
        }
    }

    private boolean chroot(CuratorFramework client) throws Exception {
        if (client.checkExists().forPath("/") != null) {
            ok("chroot", "exists");
            return true;
        }
        fail(
                ExitCode.FAILED,
                "chroot",
                "the path at the end of " + ensemble.server() + " does not exist",
                "create it, or correct the connect string");
        return false;
    }

    /** Tries each operation that an election needs on a znode made for it. */
    private void permissions(CuratorFramework client) {
        String probe = path + "/doctor-" + UUID.randomUUID();
        boolean made = attempt(
                "create " + path,
                "CREATE on its parents",
                () -> client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath(probe));
        if (!made) {
            return;
        }
        attempt("read", "READ", () -> client.getData().forPath(probe));
        attempt("write", "WRITE", () -> client.setData().forPath(probe, new byte[] {1}));
        attempt("list", "READ on " + path, () -> client.getChildren().forPath(path));
        attempt("delete", "DELETE on " + path, () -> client.delete().forPath(probe));
        try {
            client.delete().forPath(path); // if it was made for this
        } catch (KeeperException.NotEmptyException | KeeperException.NoNodeException others) {
            ok("path", path + " is in use, and was left as it is");
        } catch (Exception refused) {
            warn("path", path + " was made and cannot be deleted: " + refused.getMessage(), "delete it");
        }
    }

    private interface Attempt {
        Object run() throws Exception;
    }

    private boolean attempt(String what, String permission, Attempt attempt) {
        try {
            attempt.run();
            ok(what, "permitted");
            return true;
        } catch (KeeperException.NoAuthException refused) {
            fail(
                    ExitCode.NOT_PERMITTED,
                    what,
                    "not permitted: " + refused.getMessage(),
                    "grant this client " + permission);
        } catch (Exception failed) {
            fail(ExitCode.FAILED, what, String.valueOf(failed.getMessage()), "see the message");
        }
        return false;
    }

    private void ok(String what, String found) {
        findings.add(new Finding(Verdict.OK, what, found, ""));
    }

    private void warn(String what, String found, String remedy) {
        findings.add(new Finding(Verdict.WARN, what, found, remedy));
    }

    private void fail(int code, String what, String found, String remedy) {
        findings.add(new Finding(Verdict.FAIL, what, found, remedy));
        exitCode = Math.max(exitCode, code);
    }

    private void print() {
        List<Report.Column> columns = List.of(
                Report.Column.of("RESULT"),
                Report.Column.of("CHECK"),
                Report.Column.of("FOUND"),
                Report.Column.of("WHAT TO DO"));
        List<List<String>> rows = findings.stream()
                .map(each -> List.of(
                        each.verdict().name().toLowerCase(java.util.Locale.ROOT),
                        each.what(),
                        each.found(),
                        each.remedy()))
                .toList();
        List<Map<String, String>> documents = rows.stream()
                .map(row -> {
                    Map<String, String> map = new LinkedHashMap<>();
                    map.put("result", row.get(0));
                    map.put("check", row.get(1));
                    map.put("found", row.get(2));
                    map.put("remedy", row.get(3));
                    return map;
                })
                .toList();
        output.print(
                new Report(columns, rows, documents),
                Objects.requireNonNull(spec).commandLine().getOut());
    }
}
