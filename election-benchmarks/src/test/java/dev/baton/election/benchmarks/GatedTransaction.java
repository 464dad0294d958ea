package dev.baton.election.benchmarks;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import dev.baton.election.fencing.JdbcTokenGate;
import dev.baton.election.fencing.PostgresServer;
import dev.baton.election.fencing.SqlDialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A transaction that inserts one row: without a gate, through {@link JdbcTokenGate}, and with an operation's id as well.
 * One connection, one leader, as in the field; a commit waits for the disk.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 8, time = 2)
@Fork(1)
public class GatedTransaction {

    /** Which database. */
    @Param({"sqlite", "postgresql"})
    public String store;

    private final TermId term =
            new TermId(new FencingToken(0x300000012L, 7), "billing-7/c-00f1e2d3c4b5a697.1-0000000007");
    private Path directory;
    private Optional<PostgresServer> server = Optional.empty();
    private Connection connection;
    private JdbcTokenGate gate;
    private long operations;

    /** Makes a database. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        directory = Files.createTempDirectory("gated");
        Properties settings = new Properties();
        String url;
        if (store.equals("sqlite")) {
            settings.setProperty("journal_mode", "WAL");
            settings.setProperty("synchronous", "FULL");
            settings.setProperty("transaction_mode", "IMMEDIATE");
            url = "jdbc:sqlite:" + directory.resolve("gated.db");
        } else {
            Path binaries = PostgresServer.binaries()
                    .orElseThrow(() -> new IllegalStateException("no PostgreSQL server: give -p store=sqlite"));
            server = Optional.of(PostgresServer.start(binaries, true));
            url = server.get().url();
        }
        connection = DriverManager.getConnection(url, settings);
        gate = JdbcTokenGate.of(SqlDialect.of(connection));
        gate.createTables(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE invoices (n BIGINT NOT NULL, note VARCHAR(100) NOT NULL)");
        }
    }

    /** Leaves nothing. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        connection.close();
        if (server.isPresent()) {
            server.get().close();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void insert() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO invoices (n, note) VALUES (?, ?)")) {
            insert.setLong(1, operations++);
            insert.setString(2, "what a leader writes in one transaction");
            insert.executeUpdate();
        }
    }

    /** What the others are compared with. */
    @Benchmark
    public void unguarded() throws SQLException {
        connection.setAutoCommit(false);
        insert();
        gate.commit(connection);
    }

    /** One statement more. */
    @Benchmark
    public void guarded() throws SQLException {
        connection.setAutoCommit(false);
        gate.admit(connection, "invoices", term);
        insert();
        gate.commit(connection);
    }

    /** Three statements more. */
    @Benchmark
    public void guardedWithOperation() throws SQLException {
        connection.setAutoCommit(false);
        if (gate.admitOnce(connection, "invoices", term, "charge-" + operations)) {
            insert();
        }
        gate.commit(connection);
    }
}
