package dev.baton.election.examples.scheduler.store;

import static dev.baton.election.examples.scheduler.store.Rows.update;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The statements on terms. */
final class TermRows {

    private TermRows() {}

    static int begin(Connection connection, Term term, Instant at) throws SQLException {
        // Past the fence, every other term is over, whether its holder came to say so or not.
        update(
                connection,
                "UPDATE baton_terms SET ended = ?, reason = 'SUPERSEDED' WHERE ended IS NULL AND token <> ?",
                at,
                term.token().toString());
        return update(
                connection,
                "INSERT INTO baton_terms (token, holder, begun) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                term.token().toString(),
                term.holder(),
                at);
    }

    static int end(Connection connection, Term term, String reason, Instant at) throws SQLException {
        return update(
                connection,
                "UPDATE baton_terms SET ended = ?, reason = ? WHERE token = ? AND ended IS NULL",
                at,
                reason,
                term.token().toString());
    }

    static TermRecord read(ResultSet row) throws SQLException {
        return new TermRecord(
                row.getString(1),
                row.getString(2),
                Instant.ofEpochMilli(row.getLong(3)),
                Rows.instant(row, 4),
                Optional.ofNullable(row.getString(5)));
    }
}
