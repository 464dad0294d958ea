package dev.baton.election.fencing;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The statements of a {@link JdbcTokenGate}; what they mean together is decided there. */
final class GateRows {

    private static final String RAISE = "UPDATE baton_gate SET zxid = ?, sequence = ?, holder = ?"
            + " WHERE resource = ? AND (zxid < ? OR (zxid = ? AND holder = ?))";

    private static final String HIGHEST = "SELECT zxid, sequence, holder FROM baton_gate WHERE resource = ?";

    private static final String FIND =
            "SELECT zxid, sequence, holder FROM baton_operation WHERE resource = ? AND operation = ?";

    private static final String NOTE = "INSERT INTO baton_operation"
            + " (resource, operation, zxid, sequence, holder, applied_at) VALUES (?, ?, ?, ?, ?, ?)";

    private static final String FORGET = "DELETE FROM baton_operation WHERE resource = ? AND applied_at < ?";

    private final SqlDialect dialect;

    GateRows(SqlDialect dialect) {
        this.dialect = dialect;
    }

    /** Raises the row to a term that may follow, by the rule of {@link TermId#mayFollow}; whether it did, and locks it. */
    boolean raise(Connection connection, String resource, TermId term) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
            raise.setLong(1, term.token().asLong());
            raise.setInt(2, term.token().sequence());
            raise.setString(3, term.holder());
            raise.setString(4, resource);
            raise.setLong(5, term.token().asLong());
            raise.setLong(6, term.token().asLong());
            raise.setString(7, term.holder());
            return raise.executeUpdate() == 1;
        }
    }

    /** Makes the row of a resource that was never written to; zxid 0 is nobody's. */
    void seed(Connection connection, String resource) throws SQLException {
        try (PreparedStatement seed =
                connection.prepareStatement("INSERT INTO baton_gate (resource, zxid, sequence, holder)"
                        + " VALUES (?, 0, 0, '') " + dialect.unlessThere())) {
            seed.setString(1, resource);
            seed.executeUpdate();
        }
    }

    Optional<TermId> highest(Connection connection, String resource) throws SQLException {
        return term(connection, HIGHEST, resource);
    }

    /** The highest that was committed, with the row locked if it is there. */
    Optional<TermId> locked(Connection connection, String resource) throws SQLException {
        return term(connection, HIGHEST + dialect.locking(), resource);
    }

    Optional<Operation> operation(Connection connection, String resource, String operation) throws SQLException {
        return term(connection, FIND, resource, operation).map(term -> new Operation(operation, term, true));
    }

    /** The operation, if it was committed, however old the transaction's snapshot is. */
    Optional<Operation> lockedOperation(Connection connection, String resource, String operation) throws SQLException {
        return term(connection, FIND + dialect.locking(), resource, operation)
                .map(term -> new Operation(operation, term, true));
    }

    void note(Connection connection, String resource, TermId term, String operation) throws SQLException {
        try (PreparedStatement note = connection.prepareStatement(NOTE)) {
            note.setString(1, resource);
            note.setString(2, operation);
            note.setLong(3, term.token().asLong());
            note.setInt(4, term.token().sequence());
            note.setString(5, term.holder());
            note.setLong(6, System.currentTimeMillis());
            note.executeUpdate();
        }
    }

    int forget(Connection connection, String resource, Instant before) throws SQLException {
        try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
            forget.setString(1, resource);
            forget.setLong(2, before.toEpochMilli());
            return forget.executeUpdate();
        }
    }

    private static Optional<TermId> term(Connection connection, String sql, String... keys) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < keys.length; i++) {
                select.setString(i + 1, keys[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getLong(1) > 0
                        ? Optional.of(new TermId(new FencingToken(row.getLong(1), row.getInt(2)), row.getString(3)))
                        : Optional.empty();
            }
        }
    }
}
