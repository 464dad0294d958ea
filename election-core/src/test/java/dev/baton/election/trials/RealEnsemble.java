package dev.baton.election.trials;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three ZooKeeper servers, each a process, on ports and in directories of their own. */
final class RealEnsemble implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int SIZE = 3;

    private final Path directory = Files.createTempDirectory("baton-trials");
    private final List<ServerProcess> servers = new ArrayList<>();

    RealEnsemble(Duration tick, int syncLimit) throws IOException {
        List<Integer> ports = freePorts(3 * SIZE);
        String members = IntStream.range(0, SIZE)
                .mapToObj(
                        i -> "server." + (i + 1) + "=127.0.0.1:" + ports.get(SIZE + i) + ":" + ports.get(2 * SIZE + i))
                .collect(Collectors.joining("\n"));
        for (int i = 0; i < SIZE; i++) {
            servers.add(server(i + 1, ports.get(i), tick, syncLimit, members));
        }
        awaitAllServe();
    }

    private ServerProcess server(int id, int port, Duration tick, int syncLimit, String members) throws IOException {
        Path data = Files.createDirectory(directory.resolve("data" + id));
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        Path configuration = Files.writeString(
                directory.resolve("server" + id + ".cfg"),
                String.join(
                        "\n",
                        "tickTime=" + tick.toMillis(),
                        "initLimit=20",
                        "syncLimit=" + syncLimit,
                        "dataDir=" + data,
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "4lw.commands.whitelist=srvr",
                        members));
        return ServerProcess.start(configuration, directory.resolve("server" + id + ".log"), port);
    }

    /** All are open at once, so that no two are the same. */
    static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }

    void awaitAllServe() {
        await("one leads, two follow").atMost(LONG).until(() -> {
            long following = servers.stream().filter(ServerProcess::follows).count();
            return following == SIZE - 1 && servers.stream().anyMatch(ServerProcess::leads);
        });
    }

    /** Kills every server; their data stays. */
    void stop() throws InterruptedException {
        for (ServerProcess server : servers) {
            server.kill();
        }
    }

    /** Starts every server on the data that it has. */
    void start() throws IOException {
        for (ServerProcess server : servers) {
            server.restart();
        }
        awaitAllServe();
    }

    /** The data directory of each server. */
    List<Path> data() {
        return IntStream.rangeClosed(1, SIZE)
                .mapToObj(id -> directory.resolve("data" + id))
                .toList();
    }

    String connectString() {
        return servers.stream().map(ServerProcess::connectString).collect(Collectors.joining(","));
    }

    ServerProcess leader() {
        return servers.stream().filter(ServerProcess::leads).findFirst().orElseThrow();
    }

    ServerProcess follower() {
        return servers.stream().filter(ServerProcess::follows).findFirst().orElseThrow();
    }

    /** Waits for one to lead that is not this one, which does not answer. */
    ServerProcess awaitLeaderOtherThan(ServerProcess deposed) {
        List<ServerProcess> others =
                servers.stream().filter(each -> !each.equals(deposed)).toList();
        await("another leads")
                .pollInterval(Duration.ofMillis(20))
                .atMost(LONG)
                .until(() -> others.stream().anyMatch(ServerProcess::leads));
        return others.stream().filter(ServerProcess::leads).findFirst().orElseThrow();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
