package dev.baton.election.fencing;

import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.TermId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A gate inside the caller's own database transaction: what the transaction writes is applied only if its term is let
 * in.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * gate.admit(connection, "invoices", term.id());  // one UPDATE; or StaleTokenException: roll back
 * … the caller's own statements …
 * gate.commit(connection);                        // or OutcomeUnknownException
 * }</pre>
 *
 * <p>{@code admit} is an UPDATE of the resource's one row, on condition that the term {@linkplain TermId#mayFollow may
 * follow} the highest there. It locks the row up to the end of the transaction, so that transactions on one resource
 * come one after another in the order of their tokens. A SELECT would lock nothing in PostgreSQL at READ COMMITTED, and
 * an old leader's transaction could compare before the new leader's commit and be applied after it. It is right at READ
 * COMMITTED and every level above; at those it may fail with SQLState 40001 like any other statement, to be tried again.
 *
 * <p>A resource is whatever must not be written by two: a table, a shard, a schema. Whoever writes to it without the
 * gate is not refused. A leader that is frozen inside its transaction holds the row; {@code docs/fencing.md} has the
 * settings that make the database end such a transaction.
 *
 * <p>Thread-safe; it holds no connection.
 */
public final class JdbcTokenGate {

    private final SqlDialect dialect;
    private final GateRows rows;

    private JdbcTokenGate(SqlDialect dialect) {
        this.dialect = dialect;
        this.rows = new GateRows(dialect);
    }

    /**
     * A gate in a database of this dialect.
     *
     * @param dialect the dialect; {@link SqlDialect#of} finds it from a connection
     * @return the gate
     */
    public static JdbcTokenGate of(SqlDialect dialect) {
        return new JdbcTokenGate(Objects.requireNonNull(dialect, "the dialect of a gate"));
    }

    /**
     * The statements that create the gate's two tables, for those who create tables otherwise than by {@link
     * #createTables}.
     *
     * @return each without a semicolon
     */
    public List<String> ddl() {
        return dialect.ddl();
    }

    /**
     * Creates the gate's tables, {@code baton_gate} and {@code baton_operation}, where they are missing. Several
     * processes may do so at once. In MySQL this commits a transaction that is under way, as all DDL does there.
     *
     * @param connection in auto-commit mode or not
     * @throws SQLException if the database refuses
     */
    public void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : dialect.creation()) {
                statement.execute(text);
            }
        }
    }

    /**
     * Lets the transaction in, or not: to be its first statement.
     *
     * <p>If this throws anything, roll the transaction back.
     *
     * @param connection not in auto-commit mode
     * @param resource what the transaction writes to: 1 to 200 printable ASCII characters without blanks
     * @param term under which it writes
     * @throws StaleTokenException if the resource has seen a term that this one may not follow
     * @throws SQLException if the database fails, or a serializable transaction has to be tried again
     * @throws IllegalStateException if the connection is in auto-commit mode, where the comparison would be a transaction
     *     of its own
     */
    public void admit(Connection connection, String resource, TermId term) throws SQLException {
        Names.check("resource", resource);
        Objects.requireNonNull(term, "the term");
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("The write to '" + resource + "' under " + term
                    + " cannot be guarded, as its connection is in auto-commit mode: what is let in by one statement"
                    + " would be written by another. Call setAutoCommit(false) before admit, and commit afterwards");
        }
        if (rows.raise(connection, resource, term)) {
            return;
        }
        if (rows.locked(connection, resource).isEmpty()) {
            rows.seed(connection, resource);
        }
        // Again, as the row may have been made after the first UPDATE had looked; now it is there, and locked.
        if (rows.raise(connection, resource, term)) {
            return;
        }
        TermId highest = rows.locked(connection, resource)
                .orElseThrow(() -> new IllegalStateException("The row of '" + resource
                        + "' in baton_gate was deleted while it was used: nobody may delete from that table"));
        // Equal, and not counted: MySQL's driver can be told to count only rows whose values have changed.
        if (!highest.equals(term)) {
            throw new StaleTokenException(resource, term, highest);
        }
    }

    /**
     * Lets the transaction in, or not, unless its operation has been applied before.
     *
     * <p>The id is stored by the same transaction, so that an operation is found if and only if it was applied. Whoever
     * does not know whether a transaction was committed begins it anew with the same id, or {@linkplain #operation looks
     * it up}.
     *
     * @param connection not in auto-commit mode
     * @param resource what the transaction writes to
     * @param term under which it writes
     * @param operation its id, unique for the resource: 1 to 200 printable ASCII characters without blanks
     * @return true if the transaction is to go on; false if it was applied before, and is to be rolled back or committed
     *     as it is
     * @throws StaleTokenException as {@link #admit}
     * @throws SQLException as {@link #admit}
     * @throws IllegalStateException as {@link #admit}
     */
    public boolean admitOnce(Connection connection, String resource, TermId term, String operation)
            throws SQLException {
        Names.check("operation", operation);
        admit(connection, resource, term);
        if (rows.lockedOperation(connection, resource, operation).isPresent()) {
            return false;
        }
        rows.note(connection, resource, term, operation);
        return true;
    }

    /**
     * What became of an operation.
     *
     * <p>An operation that is not found may still be under way. The answer is final in a transaction that was let in
     * before it asks: it has waited for all before it, and after it none of a lesser token is let in.
     *
     * @param connection in auto-commit mode or not
     * @param resource what was to be written to
     * @param operation its id
     * @return empty if it was not applied, or was {@linkplain #forgetOperations forgotten}; never unfinished
     * @throws SQLException if the database fails
     */
    public Optional<Operation> operation(Connection connection, String resource, String operation) throws SQLException {
        return rows.operation(connection, Names.check("resource", resource), Names.check("operation", operation));
    }

    /**
     * Forgets the operations of a resource that are older than anybody will ask for.
     *
     * <p>Call it now and then, in a transaction of its own: nothing else removes them.
     *
     * @param connection in auto-commit mode or not
     * @param resource the resource
     * @param before those applied before this instant, by the wall clock of those who applied them
     * @return how many
     * @throws SQLException if the database fails
     */
    public int forgetOperations(Connection connection, String resource, Instant before) throws SQLException {
        return rows.forget(connection, Names.check("resource", resource), before);
    }

    /**
     * The highest term that was let in by a transaction that this connection can see.
     *
     * @param connection in auto-commit mode or not
     * @param resource the resource
     * @return empty if none was
     * @throws SQLException if the database fails
     */
    public Optional<TermId> highest(Connection connection, String resource) throws SQLException {
        return rows.highest(connection, Names.check("resource", resource));
    }

    /**
     * Commits, and tells a commit that did not take place from one that may have.
     *
     * <p>In SQLite the connection is in auto-commit mode afterwards: its driver's own {@code commit()} begins the next
     * transaction at once, which holds the file's lock if it is an immediate one. In PostgreSQL a transaction in which a
     * statement has failed is told from one that is committed; {@link Connection#commit()} rolls it back without a word.
     *
     * @param connection not in auto-commit mode
     * @throws SQLException if the database says that the transaction was rolled back: SQLState classes 23, 25 and 40, but
     *     for 40003
     * @throws OutcomeUnknownException if it was applied or not: no answer came, or none that says which. Look the
     *     operation up on another connection
     */
    public void commit(Connection connection) throws SQLException {
        try {
            dialect.commit(connection);
        } catch (SQLException failed) {
            if (wasRolledBack(failed.getSQLState())) {
                throw failed;
            }
            throw new OutcomeUnknownException(
                    "A guarded transaction may or may not have been committed: " + failed.getMessage()
                            + ". Look its operation up on another connection, or begin it anew with the same id",
                    failed);
        }
    }

    private static boolean wasRolledBack(@org.jspecify.annotations.Nullable String state) {
        return state != null
                && !state.equals("40003") // statement completion unknown
                && (state.startsWith("23") || state.startsWith("25") || state.startsWith("40"));
    }
}
