package dev.baton.integration.nemesis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One ZooKeeper server, in a process of its own. */
final class Server {
    private static final int ANSWER_MILLIS = 1_000;

    private final String name;
    private final Path configuration;
    private final Path log;
    private final int port;
    private volatile @Nullable Child child;

    Server(String name, Path configuration, Path log, int port) {
        this.name = name;
        this.configuration = configuration;
        this.log = log;
        this.port = port;
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    void start() throws IOException {
        start(Map.of());
    }

    void start(Map<String, String> environment) throws IOException {
        child = Child.start(
                name,
                List.of(
                        // What a power cut would lose is not on trial: kill -9 loses nothing that was written.
                        "-Dzookeeper.forceSync=no",
                        "-Dzookeeper.admin.enableServer=false",
                        "-Dzookeeper.preAllocSize=1024",
                        "-Djute.maxbuffer=" + Ensemble.LARGEST_ANSWER,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
                List.of("org.apache.zookeeper.server.quorum.QuorumPeerMain", configuration.toString()),
                environment,
                log,
                log);
    }

    /** Ends it at once, if it was ever started. */
    void kill() {
        Child running = child;
        if (running != null) {
            running.kill();
        }
    }

    Child child() {
        Child running = child;
        if (running == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return running;
    }

    /** As it says: leader, follower or standalone. Empty if it does not serve. */
    String mode() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII)
                    .lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException silent) {
            return "";
        }
    }

    boolean leads() {
        return mode().equals("leader") || mode().equals("standalone");
    }

    boolean serves() {
        return !mode().isEmpty();
    }
}
