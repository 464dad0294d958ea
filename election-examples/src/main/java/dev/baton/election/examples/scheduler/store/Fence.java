package dev.baton.election.examples.scheduler.store;

import dev.baton.election.FencingToken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The one row that remembers the highest token that has written.
 *
 * <p>It is the first statement of every coordinator's transaction, and it is an UPDATE: that locks the row until the
 * commit. Transactions of different terms so come one after another, and none that carries an older token comes after
 * one with a newer. Comparing by a sub-select instead would lock nothing in PostgreSQL, and an old leader's transaction
 * could pass the comparison before the new leader's commit and be applied after it.
 */
final class Fence {

    private static final String RAISE = "UPDATE baton_fence SET zxid = ?, sequence = ?, holder = ?"
            + " WHERE id = 1 AND (zxid < ? OR (zxid = ? AND holder = ?))";

    private Fence() {}

    /**
     * Raises the fence to a term's token, or finds that it is higher.
     *
     * @throws StaleTokenException if the token is older than the fence's, or is held by another too
     */
    static void raise(Connection connection, String operation, Term term) throws SQLException {
        FencingToken token = term.token();
        try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
            raise.setLong(1, token.asLong());
            raise.setInt(2, token.sequence());
            raise.setString(3, term.holder());
            raise.setLong(4, token.asLong());
            raise.setLong(5, token.asLong());
            raise.setString(6, term.holder());
            if (raise.executeUpdate() == 1) {
                return;
            }
        }
        throw refusal(connection, operation, term);
    }

    private static StaleTokenException refusal(Connection connection, String operation, Term term) throws SQLException {
        try (PreparedStatement read =
                        connection.prepareStatement("SELECT zxid, sequence, holder FROM baton_fence WHERE id = 1");
                ResultSet row = read.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the fence row is gone; restore it with the highest token in baton_terms");
            }
            return new StaleTokenException(
                    operation, term, new FencingToken(row.getLong(1), row.getInt(2)), row.getString(3));
        }
    }
}
