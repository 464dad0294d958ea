package dev.baton.election.examples.scheduler.store;

import dev.baton.election.fencing.JdbcTokenGate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Runs transactions on one connection, opened when it is needed, and tells their outcomes apart. */
final class Transactions implements AutoCloseable {

    /** The statements of a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    private interface Statements<T> {
        T run() throws SQLException;
    }

    private final String url;
    private final Dialect dialect;
    private final JdbcTokenGate gate;
    private Optional<Connection> open = Optional.empty();

    Transactions(String url) {
        this.url = url;
        this.dialect = Dialect.of(url);
        this.gate = JdbcTokenGate.of(dialect.gateDialect());
    }

    /**
     * Runs one transaction. What the work throws rolls it back.
     *
     * @throws StoreException if it was not applied
     * @throws StoreOutcomeUnknownException if the commit was not answered
     */
    synchronized <T> T run(String operation, Work<T> work) {
        Connection connection = connection();
        T result = attempt(operation, connection, () -> {
            connection.setAutoCommit(false);
            return work.run(connection);
        });
        try {
            // Commits. Not commit(): SQLite's driver begins the next transaction there, and that holds the write lock.
            connection.setAutoCommit(true);
        } catch (SQLException unanswered) {
            drop(connection, unanswered);
            throw new StoreOutcomeUnknownException(
                    operation + " may or may not have been applied to " + name() + ": " + unanswered.getMessage(),
                    unanswered);
        }
        return result;
    }

    /** Reads with one statement, outside any transaction: in SQLite a transaction of ours takes the write lock. */
    synchronized <T> T read(Work<T> work) {
        Connection connection = connection();
        return attempt("reading", connection, () -> work.run(connection));
    }

    private <T> T attempt(String operation, Connection connection, Statements<T> statements) {
        try {
            return statements.run();
        } catch (SQLException failed) {
            drop(connection, failed);
            throw new StoreException(operation + " was not applied to " + name() + ": " + failed.getMessage(), failed);
        } catch (RuntimeException refused) {
            drop(connection, refused);
            throw refused;
        }
    }

    /** The gate in this database. */
    JdbcTokenGate gate() {
        return gate;
    }

    Dialect dialect() {
        return dialect;
    }

    private Connection connection() {
        if (open.isEmpty()) {
            try {
                open = Optional.of(dialect.connect(url));
            } catch (SQLException unreachable) {
                throw new StoreException(
                        "cannot open " + name() + ": " + unreachable.getMessage() + "; check the URL of the store",
                        unreachable);
            }
        }
        return open.get();
    }

    /** After a failure the connection is not trusted again; closing it rolls back. */
    private void drop(Connection connection, Exception because) {
        open = Optional.empty();
        try {
            connection.close();
        } catch (SQLException broken) {
            because.addSuppressed(broken);
        }
    }

    /** The URL without its parameters, among which may be a password. */
    private String name() {
        int parameters = url.indexOf('?');
        return parameters < 0 ? url : url.substring(0, parameters);
    }

    @Override
    public synchronized void close() {
        open.ifPresent(connection -> {
            try {
                connection.close();
            } catch (SQLException broken) {
                throw new StoreException("cannot close " + name() + ": " + broken.getMessage(), broken);
            }
        });
        open = Optional.empty();
    }
}
