package dev.baton.integration.security;

import static org.awaitility.Awaitility.await;

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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One ZooKeeper server, a process of its own, as its security settings are those of a whole JVM.
 *
 * <p>Listens on loopback: for plain clients, and for those that speak TLS where its settings say so.
 */
final class SecuredServer implements AutoCloseable {

    static final Duration TICK = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int ANSWER_MILLIS = 500;

    private final Path directory;
    private final int port;
    private final int securePort;
    private List<String> javaOptions;
    private @Nullable Process process;

    /**
     * Starts one.
     *
     * @param directory empty; for its data, settings and log
     * @param javaOptions such as the JAAS file
     * @param settings lines of {@code zoo.cfg}, in which {@code %d} stands for the port of TLS
     */
    static SecuredServer start(Path directory, List<String> javaOptions, String... settings) throws IOException {
        List<Integer> ports = freePorts();
        SecuredServer server = new SecuredServer(directory, ports.get(0), ports.get(1), javaOptions);
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + TICK.toMillis(),
                "dataDir=" + Files.createDirectories(directory.resolve("data")),
                "clientPort=" + server.port,
                "clientPortAddress=127.0.0.1",
                "4lw.commands.whitelist=srvr"));
        for (String setting : settings) {
            lines.add(setting.replace("%d", Integer.toString(server.securePort)));
        }
        Files.write(server.configuration(), lines);
        server.launch();
        return server;
    }

    private SecuredServer(Path directory, int port, int securePort, List<String> javaOptions) {
        this.directory = directory;
        this.port = port;
        this.securePort = securePort;
        this.javaOptions = javaOptions;
    }

    /** Both are open at once, so that they are not the same. */
    private static List<Integer> freePorts() throws IOException {
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return List.of(one.getLocalPort(), other.getLocalPort());
        }
    }

    private Path configuration() {
        return directory.resolve("zoo.cfg");
    }

    private void launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dzookeeper.forceSync=no",
                "-Dzookeeper.admin.enableServer=false"));
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                configuration().toString()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log").toFile()))
                .start();
        await("the server answers").atMost(LONG).until(this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).contains("Mode:");
        } catch (IOException silent) {
            return false;
        }
    }

    String plain() {
        return "localhost:" + port;
    }

    String secure() {
        return "localhost:" + securePort;
    }

    /** SIGKILL, and a new process on the same data. */
    void restart() throws IOException, InterruptedException {
        kill();
        launch();
    }

    /** The same with other options of Java. */
    void restart(List<String> options) throws IOException, InterruptedException {
        javaOptions = options;
        restart();
    }

    private void kill() throws InterruptedException {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroyForcibly();
        if (!running.waitFor(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("server " + running.pid() + " outlived SIGKILL");
        }
        process = null;
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
