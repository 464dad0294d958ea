package dev.baton.election.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What differs between the databases that a {@link JdbcTokenGate} knows. */
public enum SqlDialect {

    /** PostgreSQL, 9.5 and later. */
    POSTGRESQL("ON CONFLICT DO NOTHING", " FOR UPDATE", "") {
        @Override
        List<String> creation() {
            // One text is one transaction, also in auto-commit mode: CREATE … IF NOT EXISTS alone fails for one of two
            // who run it at once.
            return List.of("SELECT pg_advisory_xact_lock(" + CREATION_LOCK + ");" + String.join(";", super.creation()));
        }

        @Override
        void commit(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                // COMMIT of a failed transaction rolls it back, which is no error to the server, nor to its driver
                // 42.7.14: the SELECT is refused in one (25P02), and then the COMMIT is not tried. One round trip.
                statement.execute("SELECT 1; COMMIT");
            }
        }
    },

    /** SQLite, 3.24 and later. It has no locks on rows: the first write of a transaction locks the file. */
    SQLITE("ON CONFLICT DO NOTHING", "", "") {
        @Override
        void commit(Connection connection) throws SQLException {
            connection.setAutoCommit(true); // commit() would begin the next transaction
        }
    },

    /** MySQL 5.7 and later, and MariaDB, with InnoDB tables. */
    MYSQL(
            "ON DUPLICATE KEY UPDATE zxid = zxid",
            " FOR UPDATE",
            // The default collations take upper and lower case for the same; MyISAM has no transactions.
            " ENGINE = InnoDB CHARACTER SET ascii COLLATE ascii_bin");

    private static final long CREATION_LOCK = 0x6261746f6e67L;

    private final String unlessThere;
    private final String locking;
    private final String options;

    SqlDialect(String unlessThere, String locking, String options) {
        this.unlessThere = unlessThere;
        this.locking = locking;
        this.options = options;
    }

    /**
     * The dialect of a connection, by the name that the database's driver gives it.
     *
     * @param connection to any database
     * @return the dialect
     * @throws SQLException if the driver does not answer
     * @throws IllegalArgumentException if the database is none of those
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "SQLite" -> SQLITE;
            case "MySQL", "MariaDB" -> MYSQL;
            default ->
                throw new IllegalArgumentException("'" + product + "' is no database that JdbcTokenGate knows."
                        + " If it takes the statements of one that it does, name that one's SqlDialect");
        };
    }

    /** What follows an INSERT that is to do nothing if the row is there. */
    String unlessThere() {
        return unlessThere;
    }

    /** What follows a SELECT that is to see what was committed last, however old the transaction's snapshot is. */
    String locking() {
        return locking;
    }

    /** The tables as statements. */
    List<String> ddl() {
        return List.of(
                "CREATE TABLE IF NOT EXISTS baton_gate (resource VARCHAR(200) PRIMARY KEY, zxid BIGINT NOT NULL,"
                        + " sequence INTEGER NOT NULL, holder VARCHAR(200) NOT NULL)" + options,
                "CREATE TABLE IF NOT EXISTS baton_operation (resource VARCHAR(200) NOT NULL,"
                        + " operation VARCHAR(200) NOT NULL, zxid BIGINT NOT NULL, sequence INTEGER NOT NULL,"
                        + " holder VARCHAR(200) NOT NULL, applied_at BIGINT NOT NULL,"
                        + " PRIMARY KEY (resource, operation))" + options);
    }

    /** Commits, or fails. */
    void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    /** The statements of {@link #ddl()} such that several processes may run them at once. */
    List<String> creation() {
        return ddl();
    }
}
