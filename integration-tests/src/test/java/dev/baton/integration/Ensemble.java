package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.lifecycle.Startables;

/** Three ZooKeeper servers in containers, on a network of their own. */
final class Ensemble implements AutoCloseable {
    static final Duration TICK = Duration.ofMillis(500);

    private static final int CLIENT_PORT = 2181;
    private static final List<String> NAMES = List.of("zk1", "zk2", "zk3");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Network network;
    private final List<GenericContainer<?>> servers = new ArrayList<>();

    private Ensemble(Network network) {
        this.network = network;
    }

    /** Starts the servers and returns when a quorum of them serves. */
    static Ensemble start() {
        Ensemble ensemble = new Ensemble(Network.builder()
                .createNetworkCmdModifier(command -> command.withLabels(Leftovers.label()))
                .build());
        try {
            NAMES.forEach(name -> ensemble.servers.add(ensemble.server(name)));
            Startables.deepStart(ensemble.servers).join();
            ensemble.awaitModes(1, NAMES.size() - 1);
            return ensemble;
        } catch (RuntimeException failed) {
            ensemble.close();
            throw failed;
        }
    }

    Network network() {
        return network;
    }

    /** The connect string for those on the ensemble's network. */
    String connectInside() {
        return NAMES.stream().map(name -> name + ":" + CLIENT_PORT).collect(Collectors.joining(","));
    }

    /** The connect string for those on the machine that runs the tests. */
    String connectOutside() {
        return servers.stream()
                .filter(GenericContainer::isRunning)
                .map(server -> server.getHost() + ":" + server.getMappedPort(CLIENT_PORT))
                .collect(Collectors.joining(","));
    }

    /** Kills the server that leads the ensemble, and returns when another leads it. */
    void killLeader() {
        GenericContainer<?> leader = serversInMode("leader").get(0);
        DockerClientFactory.lazyClient()
                .killContainerCmd(leader.getContainerId())
                .exec();
        await("the leader's end").atMost(START_LIMIT).until(() -> !leader.isRunning());
        awaitModes(1, NAMES.size() - 2);
    }

    @Override
    public void close() {
        servers.forEach(GenericContainer::stop);
        network.close();
    }

    private GenericContainer<?> server(String name) {
        return Images.get()
                .server()
                .withNetwork(network)
                .withNetworkAliases(name)
                .withExposedPorts(CLIENT_PORT)
                .withLabels(Leftovers.label())
                .withCopyToContainer(Transferable.of(configuration()), "/conf/zoo.cfg")
                .withCopyToContainer(Transferable.of(Integer.toString(NAMES.indexOf(name) + 1)), "/data/myid")
                // A server serves only when others have started too: the ensemble is waited for, not the server.
                .waitingFor(Running.IS_ENOUGH);
    }

    private static String configuration() {
        String members = IntStream.rangeClosed(1, NAMES.size())
                .mapToObj(id -> "server." + id + "=" + NAMES.get(id - 1) + ":2888:3888")
                .collect(Collectors.joining("\n"));
        return """
                tickTime=%d
                initLimit=20
                syncLimit=10
                maxSessionTimeout=60000
                dataDir=/data
                clientPort=%d
                admin.enableServer=false
                4lw.commands.whitelist=srvr
                %s
                """.formatted(TICK.toMillis(), CLIENT_PORT, members);
    }

    private void awaitModes(int leaders, int followers) {
        await("a quorum of the ensemble")
                .atMost(START_LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> serversInMode("leader").size() == leaders
                        && serversInMode("follower").size() == followers);
    }

    private List<GenericContainer<?>> serversInMode(String mode) {
        return servers.stream()
                .filter(GenericContainer::isRunning)
                .filter(server -> modeOf(server).equals(Optional.of(mode)))
                .collect(Collectors.toList());
    }

    /** What the server says it is, empty while it does not serve. */
    private static Optional<String> modeOf(GenericContainer<?> server) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), server.getMappedPort(CLIENT_PORT)), 2_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write("srvr".getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst();
        } catch (IOException notServing) {
            return Optional.empty();
        }
    }
}
