package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.election.OutcomeUnknownException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** R13 in PostgreSQL; skipped where no server binaries are installed. */
class PostgresTokenGateIT extends JdbcTokenGateContract {

    private static Optional<PostgresServer> server = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> binaries = PostgresServer.binaries();
        assumeTrue(binaries.isPresent(), "no PostgreSQL server binaries in /usr/lib/postgresql/*/bin");
        server = Optional.of(PostgresServer.start(binaries.get()));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server.isPresent()) {
            server.get().close();
        }
    }

    @Override
    String url() {
        return server.orElseThrow().url();
    }

    @Test
    void olderTransactionWaitsForANewerOneAndIsThenRefused_R13() throws Exception {
        admitted(OLD);
        connection.setAutoCommit(false);
        gate.admit(connection, "book", NEW);
        try (Connection late = JdbcResource.connect(url())) {
            late.setAutoCommit(false);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    gate.admit(late, "book", OLD);
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            org.awaitility.Awaitility.await().until(this::somebodyWaitsForALock);
            assertThat(waiting).isNotDone();
            gate.commit(connection);
            assertThat(waiting)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(StaleTokenException.class);
        }
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        try (Connection observer = JdbcResource.connect(url());
                Statement statement = observer.createStatement();
                java.sql.ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    @Test
    void commitThatIsCutOffIsOfUnknownOutcomeAndOneThatIsRefusedIsNot_R13() throws Exception {
        connection.setAutoCommit(false);
        gate.admitOnce(connection, "book", NEW, "op");
        try (Connection operator = JdbcResource.connect(url());
                Statement statement = operator.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()");
            assertThatExceptionOfType(OutcomeUnknownException.class)
                    .isThrownBy(() -> gate.commit(connection))
                    .withMessageContaining("Look its operation up");
            assertThat(gate.operation(operator, "book", "op")).as("it was not").isEmpty();

            operator.setAutoCommit(false);
            gate.admit(operator, "book", NEW);
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute("nonsense"));
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> gate.commit(operator));
        }
    }
}
