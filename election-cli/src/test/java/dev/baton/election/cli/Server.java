package dev.baton.election.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A ZooKeeper server in a process of its own, on loopback, with a tick of half a second; it can be stopped and woken. */
final class Server implements AutoCloseable {

    private final Process process;
    private final int port;

    Server(Path directory) throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path config = Files.write(
                directory.resolve("zoo.cfg"),
                List.of(
                        "tickTime=500",
                        "dataDir=" + directory.resolve("data"),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "admin.enableServer=false",
                        "4lw.commands.whitelist=*"));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("zookeeper.log").toFile())
                .start();
        await("the server answers").atMost(Duration.ofSeconds(60)).until(this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            socket.setSoTimeout(500);
            socket.getOutputStream().write("ruok".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            return socket.getInputStream().readAllBytes().length == 4;
        } catch (IOException notYet) {
            return false;
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    void signal(String name) throws Exception {
        Shell.signal(process.pid(), name);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }
}
