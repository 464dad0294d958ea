package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R13 in a database, whichever. */
abstract class JdbcTokenGateContract {

    static final TermId OLD = new TermId(new FencingToken(5, 1), "a/c-1");
    static final TermId NEW = new TermId(new FencingToken(9, 2), "b/c-2");

    Connection connection;
    JdbcTokenGate gate;

    abstract String url();

    @BeforeEach
    void open() throws SQLException {
        JdbcResource.create(url());
        connection = JdbcResource.connect(url());
        gate = JdbcTokenGate.of(SqlDialect.of(connection));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** One transaction under a term that writes nothing else. */
    void admitted(TermId term) throws SQLException {
        connection.setAutoCommit(false);
        gate.admit(connection, "book", term);
        gate.commit(connection);
    }

    private void rollBack() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }

    @Test
    void lesserTokenAndSameNumberOfAnotherAreRefusedByAMessageThatNamesAll_R13_R14() throws SQLException {
        assertThat(gate.highest(connection, "book")).isEmpty();
        admitted(OLD);
        admitted(NEW);
        admitted(NEW);
        assertThat(gate.highest(connection, "book")).hasValue(NEW);

        connection.setAutoCommit(false);
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> gate.admit(connection, "book", OLD))
                .withMessageContainingAll(
                        "'book'", OLD.token().toString(), "a/c-1", NEW.token().toString(), "b/c-2");
        rollBack();
        connection.setAutoCommit(false);
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> gate.admit(connection, "book", new TermId(NEW.token(), "B/C-2")))
                .withMessageContaining("acceptedEpoch");
        rollBack();
        connection.setAutoCommit(false);
        gate.admit(connection, "BOOK", OLD);
        gate.commit(connection);
        assertThat(gate.highest(connection, "book")).as("case matters").hasValue(NEW);
    }

    @Test
    void whatIsRolledBackWasNotSeen_R13() throws SQLException {
        admitted(OLD);
        connection.setAutoCommit(false);
        gate.admitOnce(connection, "book", NEW, "op");
        rollBack();
        assertThat(gate.highest(connection, "book")).hasValue(OLD);
        assertThat(gate.operation(connection, "book", "op")).isEmpty();
    }

    @Test
    void autoCommitIsRefused_R13() throws SQLException {
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> gate.admit(connection, "book", NEW))
                .withMessageContaining("setAutoCommit(false)");
        assertThat(gate.highest(connection, "book")).isEmpty();
    }

    @Test
    void operationIsFoundOnceItIsAppliedAndNotAppliedTwice_R13() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(gate.admitOnce(connection, "book", OLD, "op")).isTrue();
        gate.commit(connection);
        connection.setAutoCommit(false);
        assertThat(gate.admitOnce(connection, "book", NEW, "op")).isFalse();
        gate.commit(connection);
        assertThat(gate.operation(connection, "book", "op")).hasValue(new Operation("op", OLD, true));
        assertThat(gate.operation(connection, "other", "op")).isEmpty();

        assertThat(gate.forgetOperations(connection, "book", Instant.now().minusSeconds(60)))
                .isZero();
        assertThat(gate.forgetOperations(connection, "book", Instant.now().plusSeconds(60)))
                .isOne();
        assertThat(gate.operation(connection, "book", "op")).isEmpty();
    }

    @Test
    void severalCreateTheTablesAtOnce() throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE baton_gate");
            statement.execute("DROP TABLE baton_operation");
        }
        List<CompletableFuture<Void>> all = IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.runAsync(() -> {
                    try (Connection mine = JdbcResource.connect(url())) {
                        gate.createTables(mine);
                    } catch (SQLException failed) {
                        throw new IllegalStateException(failed);
                    }
                }))
                .toList();
        assertThat(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)))
                .succeedsWithin(java.time.Duration.ofSeconds(30));
        admitted(NEW);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void acceptedTokensNeverDecreaseAndNoAcceptedWriteIsLost_R13(long seed) throws Exception {
        GateTrial.run(seed, 40, true, () -> new JdbcResource(url(), true, Connection.TRANSACTION_READ_COMMITTED));
    }

    @Test
    void theSameAtTheHighestLevel_R13() throws Exception {
        GateTrial.run(4, 20, true, () -> new JdbcResource(url(), true, Connection.TRANSACTION_SERIALIZABLE));
    }

    @Test
    void processesThatAreKilledInTheMiddleLoseAndSpoilNothing_R13() throws Exception {
        WriterProcess.trial(url(), true, () -> WriterProcess.open(url()));
    }
}
