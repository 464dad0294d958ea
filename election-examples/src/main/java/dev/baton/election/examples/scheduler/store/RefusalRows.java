package dev.baton.election.examples.scheduler.store;

import static dev.baton.election.examples.scheduler.store.Rows.update;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** The statements on refused writes: evidence for people, nothing is decided by it. */
final class RefusalRows {

    private RefusalRows() {}

    static int insert(Connection connection, Refusal refusal) throws SQLException {
        return update(
                connection,
                "INSERT INTO baton_refusals (author, name, operation, carried, newer, at) VALUES (?, ?, ?, ?, ?, ?)",
                refusal.author(),
                refusal.name(),
                refusal.operation(),
                refusal.carried(),
                refusal.newer(),
                refusal.at());
    }

    static Refusal ofLateReport(Connection connection, Assignment assignment, Outcome outcome) throws SQLException {
        String newer = RunRows.find(connection, assignment.attempt().run())
                .map(run -> run.currentAttempt() + " of " + run.worker().orElse("nobody yet"))
                .orElse("no such run");
        return new Refusal(
                Refusal.WORKER,
                assignment.worker(),
                "report " + outcome.state(),
                assignment.attempt().toString(),
                newer,
                outcome.finished());
    }

    static Refusal read(ResultSet row) throws SQLException {
        return new Refusal(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                Instant.ofEpochMilli(row.getLong(6)));
    }
}
