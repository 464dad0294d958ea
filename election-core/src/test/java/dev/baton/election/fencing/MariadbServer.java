package dev.baton.election.fencing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A MariaDB server of the machine's own binaries, below {@code /usr} or the system property {@code mariadb.home}, on a
 * loopback port, with its data in a temporary directory.
 */
final class MariadbServer implements AutoCloseable {

    private final Process process;
    private final Path directory;
    private final int port;

    private MariadbServer(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    static Optional<Path> home() {
        return Optional.of(Path.of(System.getProperty("mariadb.home", "/usr")))
                .filter(home -> Files.isExecutable(home.resolve("sbin/mariadbd")));
    }

    static MariadbServer start(Path home) throws Exception {
        Path directory = Files.createTempDirectory("mariadb");
        Path data = directory.resolve("data");
        Path log = directory.resolve("log");
        String user = System.getProperty("user.name");
        int installed = new ProcessBuilder(
                        home.resolve("bin/mariadb-install-db").toString(),
                        "--no-defaults",
                        "--basedir=" + home,
                        "--datadir=" + data,
                        "--user=" + user,
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (installed != 0) {
            throw new IOException("mariadb-install-db ended with " + installed + ": " + Files.readString(log));
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        home.resolve("sbin/mariadbd").toString(),
                        "--no-defaults",
                        "--basedir=" + home,
                        "--datadir=" + data,
                        "--user=" + user,
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--socket=" + directory.resolve("socket"),
                        "--innodb-flush-log-at-trx-commit=0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        MariadbServer server = new MariadbServer(process, directory, port);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> server.answers() || !process.isAlive());
        if (!process.isAlive()) {
            throw new IOException("mariadbd did not start: " + Files.readString(log));
        }
        return server;
    }

    String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/mysql?user=root";
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url()).close();
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
