package dev.baton.integration.nemesis;

import dev.baton.integration.nemesis.Link.Direction;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Some ZooKeeper servers, each a process, that reach each other over links of ours. */
final class Ensemble implements AutoCloseable {
    /** A ledger of hours has many entries, whose names come in one answer. */
    static final int LARGEST_ANSWER = 64 << 20;

    private static final int LEAST_PORT = 20_000;
    private static final int PORTS = 12_000;

    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    /** The two ports at which servers expect each other. */
    private enum Port {
        QUORUM,
        ELECTION
    }

    private record Way(int from, int to, Port port) {}

    private final List<Server> servers = new ArrayList<>();
    private final List<Path> data = new ArrayList<>();
    private final Map<Way, Link> links = new HashMap<>();

    /** Does not start them. */
    Ensemble(int size, Duration tick, Path directory) throws IOException {
        List<Integer> ports = freePorts(3 * size);
        for (int from = 1; from <= size; from++) {
            for (int to = 1; to <= size; to++) {
                if (from != to) {
                    links.put(new Way(from, to, Port.QUORUM), new Link(quorumPort(ports, to)));
                    links.put(new Way(from, to, Port.ELECTION), new Link(electionPort(ports, to)));
                }
            }
        }
        links.forEach((way, link) -> {
            if (way.port() == Port.ELECTION) {
                // Who is called by a lesser number hangs up and calls back, at the address that the other has said.
                link.rewriteGreeting(
                        "127.0.0.1:" + electionPort(ports, way.from()),
                        "127.0.0.1:" + link(way.to(), way.from(), Port.ELECTION).port());
            }
        });
        for (int id = 1; id <= size; id++) {
            servers.add(server(id, size, tick, ports, directory));
        }
    }

    /** Starts all servers; returns when all serve. */
    void start() throws IOException, InterruptedException {
        for (Server server : servers) {
            server.start();
        }
        for (Server server : servers) {
            Wait.until(START_LIMIT, server.name() + " serves", server::serves);
        }
    }

    private static int quorumPort(List<Integer> ports, int id) {
        return ports.get(3 * id - 2);
    }

    private static int electionPort(List<Integer> ports, int id) {
        return ports.get(3 * id - 1);
    }

    private Link link(int from, int to, Port port) {
        return Objects.requireNonNull(links.get(new Way(from, to, port)));
    }

    private Server server(int id, int size, Duration tick, List<Integer> ports, Path directory) throws IOException {
        Path own = Files.createDirectories(directory.resolve("data" + id));
        data.add(own);
        Files.writeString(own.resolve("myid"), Integer.toString(id));
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + tick.toMillis(),
                "initLimit=20",
                "syncLimit=6",
                "maxSessionTimeout=60000",
                "dataDir=" + own,
                "clientPort=" + ports.get(3 * id - 3),
                "clientPortAddress=127.0.0.1",
                "autopurge.purgeInterval=1",
                "4lw.commands.whitelist=srvr"));
        for (int other = 1; other <= size && size > 1; other++) {
            int quorum = other == id
                    ? quorumPort(ports, id)
                    : link(id, other, Port.QUORUM).port();
            int election = other == id
                    ? electionPort(ports, id)
                    : link(id, other, Port.ELECTION).port();
            lines.add("server." + other + "=127.0.0.1:" + quorum + ":" + election);
        }
        Path configuration = directory.resolve("zk" + id + ".cfg");
        Files.writeString(configuration, String.join("\n", lines) + "\n");
        return new Server("zk" + id, configuration, directory.resolve("zk" + id + ".log"), ports.get(3 * id - 3));
    }

    /**
     * Below those that systems give to whoever asks for any, so that nobody takes the port of a server that is down. All have
     * five digits, so that one can stand for another.
     */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        Random random = new Random();
        try {
            for (int tries = 0; open.size() < count; tries++) {
                int port = LEAST_PORT + random.nextInt(PORTS);
                try {
                    open.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (BindException taken) {
                    if (tries > PORTS) {
                        throw new IOException("no free ports from " + LEAST_PORT + " on", taken);
                    }
                }
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }

    List<Server> servers() {
        return servers;
    }

    /** The server that leads the others, if one does at this moment. */
    Optional<Server> leader() {
        return servers.stream().filter(Server::leads).findFirst();
    }

    /** The connect string of those that need no link. */
    String connectString() {
        return servers.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
    }

    /** No byte moves between this server and the others. */
    void cutOff(Server server) {
        linksOf(server).forEach(link -> link.swallow(EnumSet.allOf(Direction.class)));
    }

    /** Bytes move again. What was open is reset, as connections do not outlive a long cut. */
    void rejoin(Server server) {
        linksOf(server).forEach(link -> {
            link.reset();
            link.pass();
        });
    }

    private List<Link> linksOf(Server server) {
        int id = servers.indexOf(server) + 1;
        return links.entrySet().stream()
                .filter(entry -> entry.getKey().from() == id || entry.getKey().to() == id)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Ends the servers, and deletes their data; their logs stay. */
    @Override
    public void close() throws IOException {
        for (Server server : servers) {
            server.kill();
        }
        for (Path directory : data) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        for (Link link : links.values()) {
            link.close();
        }
    }
}
