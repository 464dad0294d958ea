package dev.baton.election.fencing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A PostgreSQL server of the machine's own binaries, on a loopback port, with its data in a temporary directory. */
public final class PostgresServer implements AutoCloseable {

    private final Process process;
    private final Path dir;
    private final int port;

    private PostgresServer(Process process, Path dir, int port) {
        this.process = process;
        this.dir = dir;
        this.port = port;
    }

    /** Where its programs are, if they are installed. */
    public static Optional<Path> binaries() throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(versions)) {
            for (Path version : found) {
                if (Files.isExecutable(version.resolve("bin/postgres"))) {
                    return Optional.of(version.resolve("bin"));
                }
            }
        }
        return Optional.empty();
    }

    /** Starts one; it answers when this returns. */
    public static PostgresServer start(Path binaries) throws Exception {
        return start(binaries, false);
    }

    /**
     * Starts one; it answers when this returns.
     *
     * @param durable whether a commit waits for the disk
     */
    public static PostgresServer start(Path binaries, boolean durable) throws Exception {
        Path dir = Files.createTempDirectory("postgres");
        if (root()) {
            run(dir, List.of("chown", "postgres", dir.toString()));
        }
        Path data = dir.resolve("data");
        run(
                dir,
                asServerUser(
                        binaries.resolve("initdb").toString(),
                        "-D",
                        data.toString(),
                        "-A",
                        "trust",
                        "-U",
                        "baton",
                        "-N"));
        int port = freePort();
        Process process = new ProcessBuilder(asServerUser(
                        binaries.resolve("postgres").toString(),
                        "-D",
                        data.toString(),
                        "-p",
                        String.valueOf(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=" + dir,
                        "-c",
                        "fsync=" + (durable ? "on" : "off")))
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        PostgresServer server = new PostgresServer(process, dir, port);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(server::answers);
        return server;
    }

    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=baton";
    }

    @Override
    public void close() throws Exception {
        // SIGINT is PostgreSQL's fast shutdown; runuser passes on only SIGTERM, which waits for sessions. Those are
        // closed.
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url()).close();
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    /** PostgreSQL refuses to run as root. */
    private static List<String> asServerUser(String... command) {
        List<String> all = new ArrayList<>();
        if (root()) {
            all.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private static void run(Path dir, List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + output);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
