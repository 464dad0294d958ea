package dev.baton.election.trials;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One ZooKeeper server in a process of its own. */
final class ServerProcess {

    private static final int ANSWER_MILLIS = 500;

    private final Path configuration;
    private final Path log;
    private final int port;
    private Process process;

    private ServerProcess(Path configuration, Path log, int port, Process process) {
        this.configuration = configuration;
        this.log = log;
        this.port = port;
        this.process = process;
    }

    static ServerProcess start(Path configuration, Path log, int port) throws IOException {
        return new ServerProcess(configuration, log, port, launch(configuration, log));
    }

    private static Process launch(Path configuration, Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // What a power cut would lose is not on trial, and a busy disk would only slow the rounds.
                        "-Dzookeeper.forceSync=no",
                        "-Dzookeeper.admin.enableServer=false",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    String connectString() {
        return "127.0.0.1:" + port;
    }

    boolean leads() {
        return status().contains("Mode: leader");
    }

    boolean standsAlone() {
        return status().contains("Mode: standalone");
    }

    boolean follows() {
        return status().contains("Mode: follower");
    }

    /** What the server says of itself; empty if it does not answer. */
    private String status() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException silent) {
            return "";
        }
    }

    /** SIGKILL: nothing of it runs any more when this returns. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("server " + process.pid() + " outlived SIGKILL");
        }
    }

    void restart() throws IOException {
        process = launch(configuration, log);
    }

    /** SIGSTOP: its sockets stay open and take bytes, and nobody is at home. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT: it goes on as if no time had passed. */
    void wake() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException("kill -" + signal + " " + process.pid() + " ended with " + status);
        }
    }
}
