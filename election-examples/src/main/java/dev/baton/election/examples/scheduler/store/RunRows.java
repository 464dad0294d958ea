package dev.baton.election.examples.scheduler.store;

import static dev.baton.election.examples.scheduler.store.Rows.query;
import static dev.baton.election.examples.scheduler.store.Rows.update;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The statements on runs and due times. None has a second effect when it is repeated. */
final class RunRows {

    static final String SELECT = "SELECT job, scheduled_time, state, attempt, worker, token FROM baton_runs";

    /** What a write about an attempt is conditional on: the worker still has it. */
    private static final String IF_HAD = " WHERE job = ? AND scheduled_time = ? AND attempt = ? AND worker = ?";

    private RunRows() {}

    static int submit(Connection connection, Term term, String job, List<Instant> due) throws SQLException {
        int submitted = 0;
        for (Instant time : due) {
            submitted += update(
                    connection,
                    "INSERT INTO baton_runs (job, scheduled_time, state, attempt, token)"
                            + " VALUES (?, ?, 'WAITING', 1, ?) ON CONFLICT DO NOTHING",
                    job,
                    time,
                    term.token().toString());
        }
        return submitted;
    }

    static int handledUntil(Connection connection, String job, Instant until) throws SQLException {
        return update(
                connection,
                "INSERT INTO baton_schedule (job, handled_until) VALUES (?, ?)"
                        + " ON CONFLICT (job) DO UPDATE SET handled_until = excluded.handled_until",
                job,
                until);
    }

    static int assign(Connection connection, Term term, List<Assignment> assignments) throws SQLException {
        int assigned = 0;
        for (Assignment assignment : assignments) {
            RunId run = assignment.attempt().run();
            assigned += update(
                    connection,
                    "UPDATE baton_runs SET state = 'ASSIGNED', worker = ?, token = ?"
                            + " WHERE job = ? AND scheduled_time = ? AND attempt = ? AND state = 'WAITING'",
                    assignment.worker(),
                    term.token().toString(),
                    run.job(),
                    run.scheduledTime(),
                    assignment.attempt().number());
        }
        return assigned;
    }

    /** Lets runs wait again, with a higher attempt, which ends every right of the worker that had them. */
    static int waitAgain(Connection connection, Collection<Assignment> assignments) throws SQLException {
        int waiting = 0;
        for (Assignment assignment : assignments) {
            waiting += updateIfHad(
                    connection,
                    "UPDATE baton_runs SET state = 'WAITING', attempt = attempt + 1, worker = NULL, started = NULL",
                    assignment,
                    " AND state IN ('ASSIGNED', 'RUNNING')");
        }
        return waiting;
    }

    static boolean start(Connection connection, Assignment assignment, Instant at) throws SQLException {
        return updateIfHad(
                        connection,
                        "UPDATE baton_runs SET state = 'RUNNING', started = ?",
                        assignment,
                        " AND state = 'ASSIGNED'",
                        at)
                == 1;
    }

    static boolean report(Connection connection, Assignment assignment, Outcome outcome) throws SQLException {
        return updateIfHad(
                        connection,
                        "UPDATE baton_runs SET state = ?, finished = ?, exit_code = ?, output = ?",
                        assignment,
                        // A final state is met by a report that is repeated because its first answer was lost.
                        " AND state IN ('RUNNING', 'SUCCEEDED', 'FAILED')",
                        outcome.state().name(),
                        outcome.finished(),
                        outcome.exitCode(),
                        outcome.output())
                == 1;
    }

    static Optional<Run> find(Connection connection, RunId run) throws SQLException {
        return query(
                        connection,
                        RunRows::read,
                        SELECT + " WHERE job = ? AND scheduled_time = ?",
                        run.job(),
                        run.scheduledTime())
                .stream()
                .findFirst();
    }

    static Run read(java.sql.ResultSet row) throws SQLException {
        return new Run(
                new RunId(row.getString(1), Instant.ofEpochMilli(row.getLong(2))),
                RunState.valueOf(row.getString(3)),
                row.getInt(4),
                Optional.ofNullable(row.getString(5)),
                row.getString(6));
    }

    private static int updateIfHad(
            Connection connection, String set, Assignment assignment, String andState, Object... values)
            throws SQLException {
        RunId run = assignment.attempt().run();
        Object[] all = Arrays.copyOf(values, values.length + 4);
        all[values.length] = run.job();
        all[values.length + 1] = run.scheduledTime();
        all[values.length + 2] = assignment.attempt().number();
        all[values.length + 3] = assignment.worker();
        return update(connection, set + IF_HAD + andState, all);
    }
}
