package dev.baton.election.fencing;

import dev.baton.election.FencingToken;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.TermId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;

/** A table behind a gate; its rows are numbered in the order of the inserts. */
final class JdbcResource implements GateTrial.Resource {

    private final String url;
    private final boolean crashes;
    private final int isolation;
    private final JdbcTokenGate gate;
    private Connection connection;

    /**
     * Connects.
     *
     * @param crashes whether it cuts its connection now and then, before a commit or after one whose answer is lost
     */
    JdbcResource(String url, boolean crashes, int isolation) throws SQLException {
        this.url = url;
        this.crashes = crashes;
        this.isolation = isolation;
        this.connection = connect(url);
        this.gate = JdbcTokenGate.of(SqlDialect.of(connection));
    }

    static Connection connect(String url) throws SQLException {
        Properties settings = new Properties();
        if (url.startsWith("jdbc:sqlite:")) {
            settings.setProperty("journal_mode", "WAL");
            settings.setProperty("busy_timeout", "30000");
            settings.setProperty("synchronous", "NORMAL");
            settings.setProperty("transaction_mode", "IMMEDIATE");
        }
        return DriverManager.getConnection(url, settings);
    }

    static void create(String url) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            SqlDialect dialect = SqlDialect.of(connection);
            for (String table : List.of("baton_gate", "baton_operation", "book")) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
            JdbcTokenGate.of(dialect).createTables(connection);
            String number = switch (dialect) {
                case POSTGRESQL -> "BIGSERIAL PRIMARY KEY";
                case SQLITE -> "INTEGER PRIMARY KEY AUTOINCREMENT";
                case MYSQL -> "BIGINT AUTO_INCREMENT PRIMARY KEY";
            };
            statement.execute("CREATE TABLE book (n " + number + ", term VARCHAR(240) NOT NULL,"
                    + " operation VARCHAR(200) NOT NULL)");
        }
    }

    @Override
    public GateTrial.Outcome write(TermId term, String operation, Random random) throws SQLException {
        try {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(isolation);
        } catch (SQLException begun) {
            throw new SQLException("cannot begin", begun);
        }
        try {
            if (gate.admitOnce(connection, "book", term, operation)) {
                GateTrial.pause(random);
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO book (term, operation) VALUES (?, ?)")) {
                    insert.setString(1, term.toString());
                    insert.setString(2, operation);
                    insert.executeUpdate();
                }
                GateTrial.pause(random);
            }
            if (crashes && random.nextInt(10) == 0) {
                return crash();
            }
            gate.commit(connection);
            return crashes && random.nextInt(10) == 0 ? crash() : GateTrial.Outcome.DONE;
        } catch (StaleTokenException stale) {
            connection.rollback();
            connection.setAutoCommit(true);
            return GateTrial.Outcome.REFUSED;
        } catch (OutcomeUnknownException unknown) {
            return crash();
        } catch (SQLException failed) {
            if (!String.valueOf(failed.getSQLState()).startsWith("40")) {
                throw failed;
            }
            connection.rollback();
            return write(term, operation, random); // at the higher levels, and where MySQL finds a deadlock
        }
    }

    private GateTrial.Outcome crash() throws SQLException {
        connection.close(); // rolls back what is not committed
        connection = connect(url);
        return GateTrial.Outcome.UNKNOWN;
    }

    @Override
    public boolean isFinished(String operation) throws SQLException {
        return gate.operation(connection, "book", operation).isPresent();
    }

    @Override
    public List<GateTrial.Written> written() throws SQLException {
        List<GateTrial.Written> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT term, operation FROM book ORDER BY n")) {
            while (rows.next()) {
                all.add(new GateTrial.Written(TermId.parse(rows.getString(1)), rows.getString(2)));
            }
        }
        return all;
    }

    FencingToken highest() throws SQLException {
        return gate.highest(connection, "book").orElseThrow().token();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
