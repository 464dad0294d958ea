package dev.baton.integration.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.integration.matrix.Versions.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** One server of one version, and candidates on one client library, each a process. */
final class Cell implements AutoCloseable {

    static final String PATH = "/matrix/leader";
    static final String CURSOR = "/matrix/cursor";
    private static final Duration TICK = Duration.ofMillis(300);
    private static final Duration SESSION = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(60);

    /** What a candidate said when its term began. */
    record Elected(Child candidate, String token, long session, byte[] password) {}

    private final Path directory;
    private final String serverVersion;
    private final Client client;
    private final int port;
    private final List<Child> candidates = new ArrayList<>();
    private @Nullable Child server;
    private @Nullable ZooKeeper operator;

    Cell(Path directory, String serverVersion, Client client) throws IOException {
        this.directory = directory;
        this.serverVersion = serverVersion;
        this.client = client;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.write(
                directory.resolve("zoo.cfg"),
                List.of(
                        "tickTime=" + TICK.toMillis(),
                        "dataDir=" + Files.createDirectories(directory.resolve("data")),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "4lw.commands.whitelist=srvr"));
    }

    void startServer() throws IOException {
        server = Child.start(
                directory.resolve("server"),
                Versions.server(serverVersion),
                List.of(
                        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                        directory.resolve("zoo.cfg").toString()));
        await("server " + serverVersion + " answers, as the version that it is")
                .atMost(LONG)
                .until(() -> status().startsWith("Zookeeper version: " + serverVersion));
    }

    private String status() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            socket.setSoTimeout(500);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException silent) {
            return "";
        }
    }

    /** SIGKILL, and a new process on the same data. */
    void restartServer() throws IOException, InterruptedException {
        if (server != null) {
            server.close();
        }
        startServer();
    }

    Child stand(String id) throws IOException {
        Child candidate = Child.start(
                directory.resolve(id),
                Versions.candidate(client),
                List.of(
                        CandidateMain.class.getName(),
                        "127.0.0.1:" + port,
                        PATH,
                        id,
                        Long.toString(SESSION.toMillis()),
                        Long.toString(TICK.toMillis()),
                        CURSOR));
        candidates.add(candidate);
        return candidate;
    }

    /** Waits for somebody to begin a term after that one, and asserts that its token is greater. */
    Elected awaitTermAfter(@Nullable Elected last) {
        Elected next = await("a term after " + last)
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> newest(), found -> found != null && (last == null || !found.token.equals(last.token)));
        if (last != null) {
            assertThat(next.token).as("tokens grow").isGreaterThan(last.token);
        }
        return next;
    }

    private @Nullable Elected newest() {
        Elected newest = null;
        for (Child candidate : candidates) {
            for (String line : candidate.lines()) {
                String[] words = line.split(" ");
                if (words[0].equals("elected") && (newest == null || words[1].compareTo(newest.token) > 0)) {
                    newest = new Elected(
                            candidate,
                            words[1],
                            Long.parseUnsignedLong(words[2], 16),
                            HexFormat.of().parseHex(words[3]));
                }
            }
        }
        return newest;
    }

    /** Waits for whoever leads to write, and returns it: after a fault that may have moved the baton, or not. */
    Elected awaitWrite() {
        return await("a leader writes")
                .atMost(LONG)
                .until(
                        () -> {
                            Elected leader = newest();
                            if (leader == null) {
                                return null;
                            }
                            leader.candidate.tell("write");
                            return leader.candidate.lines().contains("wrote " + leader.token) ? leader : null;
                        },
                        leader -> leader != null);
    }

    /** Waits for a candidate to have said that its last write, after its term, was refused. */
    void awaitRefusal(Elected over) {
        await("a write after " + over.token)
                .atMost(LONG)
                .until(() -> over.candidate.lines().contains("refused " + over.token));
    }

    /** Nobody has seen a write accepted after its term, and the last token written is the last one given. */
    void assertFenced() throws Exception {
        for (Child candidate : candidates) {
            assertThat(candidate.lines()).noneMatch(line -> line.startsWith("ACCEPTED"));
        }
        Elected last = newest();
        assertThat(new String(operator().getData(CURSOR, false, null), StandardCharsets.UTF_8))
                .isEqualTo(last == null ? "" : last.token);
    }

    /** Deletes the znode of the one that leads. */
    void evict(Elected leader) throws Exception {
        for (String name : operator().getChildren(PATH + "/candidates", false)) {
            var stat = operator().exists(PATH + "/candidates/" + name, false);
            if (stat != null && stat.getEphemeralOwner() == leader.session) {
                operator().delete(PATH + "/candidates/" + name, -1);
            }
        }
    }

    /** Has the server end the session, as one that comes with its id and password closes it. */
    void expire(Elected leader) throws Exception {
        ZooKeeper twin = new ZooKeeper(
                "127.0.0.1:" + port, (int) SESSION.toMillis(), event -> {}, leader.session, leader.password);
        await("the session is taken over")
                .atMost(LONG)
                .until(() -> twin.getState().isConnected());
        twin.close();
    }

    /** A client of this build's own version. */
    private ZooKeeper operator() throws IOException {
        if (operator == null) {
            operator = new ZooKeeper("127.0.0.1:" + port, 30_000, event -> {});
        }
        ZooKeeper connected = operator;
        await("the operator is connected")
                .atMost(LONG)
                .until(() -> connected.getState().isConnected());
        return connected;
    }

    @Override
    public void close() throws Exception {
        if (operator != null) {
            operator.close((int) TimeUnit.SECONDS.toMillis(1));
        }
        for (Child candidate : candidates) {
            candidate.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
