package dev.baton.election.examples.scheduler.store;

import dev.baton.election.fencing.JdbcTokenGate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables. Instants are milliseconds since 1970; the statements are understood by SQLite and PostgreSQL alike. */
final class Schema {

    /** In the order of creation. */
    private static final List<String> TABLES = List.of(
            "baton_window (id INTEGER PRIMARY KEY, opens BIGINT, closes BIGINT)",
            "baton_schedule (job TEXT PRIMARY KEY, handled_until BIGINT NOT NULL)",
            "baton_runs (job TEXT NOT NULL, scheduled_time BIGINT NOT NULL, state TEXT NOT NULL,"
                    + " attempt INTEGER NOT NULL, worker TEXT, token TEXT NOT NULL, started BIGINT, finished BIGINT,"
                    + " exit_code INTEGER, output TEXT, UNIQUE (job, scheduled_time))",
            "baton_terms (token TEXT PRIMARY KEY, holder TEXT NOT NULL, begun BIGINT NOT NULL, ended BIGINT,"
                    + " reason TEXT)",
            "baton_refusals (author TEXT NOT NULL, name TEXT NOT NULL, operation TEXT NOT NULL,"
                    + " carried TEXT NOT NULL, newer TEXT NOT NULL, at BIGINT NOT NULL)");

    /** Created by the gate itself. */
    private static final List<String> GATE_TABLES = List.of("baton_gate", "baton_operation");

    /** Open runs are few among very many finished ones, and are asked for all the time. */
    private static final String INDEX = "CREATE INDEX baton_runs_state ON baton_runs (state, scheduled_time)";

    private Schema() {}

    static void create(Connection connection, Dialect dialect, JdbcTokenGate gate) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            dialect.lockSchema(statement);
            // Not left to IF NOT EXISTS alone: that takes locks on tables that are in use, and a node that joins would
            // end up in a deadlock with a coordinator that writes.
            if (exists(statement, dialect)) {
                return;
            }
            for (String table : TABLES) {
                statement.execute("CREATE TABLE " + table);
            }
            statement.execute(INDEX);
            gate.createTables(connection);
            statement.execute("INSERT INTO baton_window (id, opens, closes) VALUES (1, NULL, NULL)");
        }
    }

    /**
     * Whether the tables are there. They are created in one transaction: one stands for all.
     */
    private static boolean exists(Statement statement, Dialect dialect) throws SQLException {
        try (ResultSet found = statement.executeQuery(dialect.findTable("baton_window"))) {
            return found.next();
        }
    }

    static void drop(Connection connection, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            dialect.lockSchema(statement);
            for (String table : GATE_TABLES) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
            for (String table : TABLES) {
                statement.execute("DROP TABLE IF EXISTS " + table.substring(0, table.indexOf(' ')));
            }
        }
    }
}
