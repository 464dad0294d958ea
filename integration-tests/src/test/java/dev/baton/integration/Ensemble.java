package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** One, three or five ZooKeeper servers in containers, on a network of their own. */
final class Ensemble implements AutoCloseable {
    static final Duration TICK = Duration.ofMillis(500);

    private static final int CLIENT_PORT = 2181;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Network network;
    private final List<String> names;
    private final List<GenericContainer<?>> servers = new ArrayList<>();

    private Ensemble(Network network, int size) {
        this.network = network;
        this.names = IntStream.rangeClosed(1, size).mapToObj(id -> "zk" + id).toList();
    }

    /** Starts three servers and returns when all of them serve. */
    static Ensemble start() {
        return start(3);
    }

    /** Starts some servers and returns when all of them serve. */
    static Ensemble start(int size) {
        Ensemble ensemble = new Ensemble(newNetwork(), size);
        try {
            ensemble.names.forEach(name -> ensemble.servers.add(ensemble.server(name)));
            Startables.deepStart(ensemble.servers).join();
            ensemble.awaitAllServe();
            return ensemble;
        } catch (RuntimeException failed) {
            ensemble.close();
            throw failed;
        }
    }

    /** A network of this process's, which it removes at its end. */
    static Network newNetwork() {
        return Network.builder()
                .createNetworkCmdModifier(command -> command.withLabels(Leftovers.label()))
                .build();
    }

    /** Returns when each server serves. */
    void awaitAllServe() {
        if (names.size() == 1) {
            await("the server")
                    .atMost(START_LIMIT)
                    .until(() -> serversInMode("standalone").size() == 1);
        } else {
            awaitModes(1, names.size() - 1);
        }
    }

    /** The names of all servers. */
    List<String> names() {
        return names;
    }

    /** The name of the server that leads the others. */
    String leader() {
        return names.get(servers.indexOf(serversInMode("leader").get(0)));
    }

    /** The name of a server that follows. */
    String follower() {
        return names.get(servers.indexOf(serversInMode("follower").get(0)));
    }

    /** The container of a server. */
    String containerId(String name) {
        return servers.get(names.indexOf(name)).getContainerId();
    }

    /** Asks these to end (SIGTERM); returns when they have. */
    void stop(List<String> some) {
        some.forEach(name -> DockerClientFactory.lazyClient()
                .stopContainerCmd(containerId(name))
                .withTimeout(20)
                .exec());
    }

    /** Starts these again, with the data that they had; returns when all servers serve. */
    void startAgain(List<String> some) {
        some.forEach(name -> DockerClientFactory.lazyClient()
                .startContainerCmd(containerId(name))
                .exec());
        awaitAllServe();
    }

    Network network() {
        return network;
    }

    /** The connect string of these servers for those on the ensemble's network. */
    String connectInside(List<String> some) {
        return some.stream().map(name -> name + ":" + CLIENT_PORT).collect(Collectors.joining(","));
    }

    /** The connect string for those on the machine that runs the tests. */
    String connectOutside() {
        return servers.stream()
                .filter(GenericContainer::isRunning)
                .map(server -> server.getHost() + ":" + port(server))
                .collect(Collectors.joining(","));
    }

    /** Kills the server that leads the ensemble, and returns when another leads it. */
    void killLeader() {
        GenericContainer<?> leader = serversInMode("leader").get(0);
        DockerClientFactory.lazyClient()
                .killContainerCmd(leader.getContainerId())
                .exec();
        await("the leader's end").atMost(START_LIMIT).until(() -> !leader.isRunning());
        awaitModes(1, names.size() - 2);
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
                .withCopyToContainer(Transferable.of(Integer.toString(names.indexOf(name) + 1)), "/data/myid")
                // A server serves only when others have started too: the ensemble is waited for, not the server.
                .waitingFor(Running.IS_ENOUGH);
    }

    private String configuration() {
        String members = IntStream.rangeClosed(1, names.size() == 1 ? 0 : names.size())
                .mapToObj(id -> "server." + id + "=" + names.get(id - 1) + ":2888:3888")
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

    /** Where its client port is to be found on this machine, which changes when it is started again. */
    private static int port(GenericContainer<?> server) {
        Ports.Binding[] bindings = server.getCurrentContainerInfo()
                .getNetworkSettings()
                .getPorts()
                .getBindings()
                .get(ExposedPort.tcp(CLIENT_PORT));
        if (bindings == null || bindings.length == 0) {
            throw new UncheckedIOException(new IOException("it has no port while it is on no network"));
        }
        return Integer.parseInt(bindings[0].getHostPortSpec());
    }

    /** What the server says it is, empty while it does not serve. */
    private static Optional<String> modeOf(GenericContainer<?> server) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), port(server)), 2_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write("srvr".getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst();
        } catch (IOException | UncheckedIOException notServing) {
            return Optional.empty();
        }
    }
}
