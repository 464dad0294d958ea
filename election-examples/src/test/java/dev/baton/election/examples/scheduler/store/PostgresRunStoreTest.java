package dev.baton.election.examples.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.election.fencing.JdbcTokenGate;
import dev.baton.election.fencing.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on PostgreSQL; skipped where no server binaries are installed. */
class PostgresRunStoreTest extends RunStoreContract {

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

    @Override
    List<String> audit() {
        return List.of(
                "DROP TABLE IF EXISTS audit",
                "CREATE TABLE audit (n BIGSERIAL PRIMARY KEY, token TEXT)",
                "CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN INSERT INTO audit (token) VALUES (NEW.token); RETURN NEW; END $$",
                "CREATE TRIGGER audited AFTER INSERT ON baton_runs FOR EACH ROW EXECUTE FUNCTION audited()");
    }

    /** R13 on a store: the frozen holder of the fence row must not keep its successor out for as long as it is frozen. */
    @Test
    void aCoordinatorFrozenInsideItsTransactionHoldsTheFenceForTwoSecondsOnly() throws Exception {
        Dialect dialect = Dialect.of(url());
        try (Connection frozen = dialect.connect(url());
                RunStore successor = JdbcRunStore.open(url())) {
            frozen.setAutoCommit(false);
            JdbcTokenGate.of(dialect.gateDialect())
                    .admit(frozen, JdbcRunStore.RESOURCE, TestTerm.of(1).id());
            long begin = System.nanoTime();

            successor.begin(TestTerm.of(2), Instant.EPOCH);

            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(6));
        }
    }

    @Test
    void severalNodesCreateTheTablesAtOnce() throws Exception {
        JdbcRunStore.drop(url());
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS audit");
        }
        List<Thread> threads = java.util.stream.IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> JdbcRunStore.open(url()).close()))
                .toList();
        List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, e) -> failures.add(e)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }
}
