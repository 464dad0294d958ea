package dev.baton.election.examples.scheduler.store;

import dev.baton.election.fencing.SqlDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** What differs between databases: how to connect, and how to keep two nodes from creating the tables at once. */
enum Dialect {
    /** One file on one machine, many processes. */
    SQLITE(SqlDialect.SQLITE) {
        @Override
        Connection connect(String url) throws SQLException {
            Properties settings = new Properties();
            // Readers and the one writer do not wait for each other; two writers wait instead of failing.
            settings.setProperty("journal_mode", "WAL");
            settings.setProperty("busy_timeout", "10000");
            // A process may die at any time and nothing is lost; only a power cut may take the last commits.
            settings.setProperty("synchronous", "NORMAL");
            // A transaction that begins as a reader cannot always become a writer: SQLITE_BUSY without any waiting.
            settings.setProperty("transaction_mode", "IMMEDIATE");
            return DriverManager.getConnection(url, settings);
        }

        @Override
        void lockSchema(Statement statement) {
            // BEGIN IMMEDIATE holds the file's write lock already.
        }

        @Override
        String findTable(String table) {
            return "SELECT 1 FROM sqlite_master WHERE name = '" + table + "'";
        }
    },
    /** A server, many machines. */
    POSTGRESQL(SqlDialect.POSTGRESQL) {
        @Override
        Connection connect(String url) throws SQLException {
            Properties settings = new Properties();
            settings.setProperty("connectTimeout", "5");
            settings.setProperty("socketTimeout", "20");
            settings.setProperty("tcpKeepAlive", "true");
            settings.setProperty("ApplicationName", "baton-scheduler");
            // A coordinator that is frozen inside a transaction holds the gate's row: without this, its successor would
            // wait for as long as it is frozen.
            settings.setProperty("options", "-c idle_in_transaction_session_timeout=2000 -c lock_timeout=10000");
            return DriverManager.getConnection(url, settings);
        }

        @Override
        void lockSchema(Statement statement) throws SQLException {
            statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
        }

        @Override
        String findTable(String table) {
            return "SELECT 1 WHERE to_regclass('" + table + "') IS NOT NULL";
        }
    };

    private static final long SCHEMA_LOCK = 0x6261746f6eL;

    private final SqlDialect gateDialect;

    Dialect(SqlDialect gateDialect) {
        this.gateDialect = gateDialect;
    }

    /** The same database, to the gate. */
    SqlDialect gateDialect() {
        return gateDialect;
    }

    abstract Connection connect(String url) throws SQLException;

    abstract void lockSchema(Statement statement) throws SQLException;

    abstract String findTable(String table);

    static Dialect of(String url) {
        if (url.startsWith("jdbc:sqlite:")) {
            return SQLITE;
        }
        if (url.startsWith("jdbc:postgresql:")) {
            return POSTGRESQL;
        }
        throw new StoreException(
                "'" + url + "' is no store: give jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE?user=USER", null);
    }
}
