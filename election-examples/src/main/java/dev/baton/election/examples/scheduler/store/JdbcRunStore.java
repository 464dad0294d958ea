package dev.baton.election.examples.scheduler.store;

import static dev.baton.election.examples.scheduler.store.Rows.query;

import dev.baton.election.fencing.StaleTokenException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The store in SQLite or PostgreSQL: what is one transaction, and what begins with the fence.
 *
 * <p>It has one connection; calls from several threads take turns.
 */
public final class JdbcRunStore implements RunStore {

    /**
     * What a coordinator writes to: one for all tables, as a new term must fence also what it has not touched yet.
     */
    static final String RESOURCE = "scheduler";

    private final Transactions transactions;

    private JdbcRunStore(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Opens a store and creates its tables where they are missing.
     *
     * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql://HOST/DATABASE}
     * @return the store
     * @throws StoreException if it cannot be opened
     */
    public static JdbcRunStore open(String url) {
        Transactions transactions = new Transactions(url);
        transactions.run("creating the tables", connection -> {
            Schema.create(connection, transactions.dialect(), transactions.gate());
            return true;
        });
        return new JdbcRunStore(transactions);
    }

    /**
     * Drops the tables with everything in them, if they are there.
     *
     * @param url as in {@link #open}
     */
    public static void drop(String url) {
        try (Transactions transactions = new Transactions(url)) {
            transactions.run("dropping the tables", connection -> {
                Schema.drop(connection, transactions.dialect());
                return true;
            });
        }
    }

    @Override
    public void begin(Term term, Instant at) {
        fenced("begin the term", term, connection -> TermRows.begin(connection, term, at));
    }

    @Override
    public int submit(Term term, String job, List<Instant> due, Instant handledUntil) {
        return fenced("submit " + job, term, connection -> {
            RunRows.handledUntil(connection, job, handledUntil);
            return RunRows.submit(connection, term, job, due);
        });
    }

    @Override
    public int assign(Term term, List<Assignment> assignments) {
        return fenced("assign runs", term, connection -> RunRows.assign(connection, term, assignments));
    }

    @Override
    public int takeBack(Term term, Collection<Assignment> lost) {
        return fenced("take runs back", term, connection -> RunRows.waitAgain(connection, lost));
    }

    @Override
    public void end(Term term, String reason, Instant at) {
        fenced("end the term", term, connection -> TermRows.end(connection, term, reason, at));
    }

    @Override
    public boolean start(Assignment assignment, Instant at) {
        return transactions.run(
                "start of " + assignment.attempt(), connection -> RunRows.start(connection, assignment, at));
    }

    @Override
    public boolean report(Assignment assignment, Outcome outcome) {
        return transactions.run("report of " + assignment.attempt(), connection -> {
            boolean applied = RunRows.report(connection, assignment, outcome);
            if (!applied) {
                RefusalRows.insert(connection, RefusalRows.ofLateReport(connection, assignment, outcome));
            }
            return applied;
        });
    }

    @Override
    public boolean giveBack(Assignment assignment) {
        return transactions.run(
                        "giving back " + assignment.attempt(),
                        connection -> RunRows.waitAgain(connection, List.of(assignment)))
                == 1;
    }

    @Override
    public void setWindow(Window window) {
        transactions.run(
                "setting the window",
                connection -> Rows.update(
                        connection,
                        "UPDATE baton_window SET opens = ?, closes = ? WHERE id = 1",
                        window.opens(),
                        window.closes()));
    }

    @Override
    public Window window() {
        return read(
                        row -> new Window(Rows.instant(row, 1), Rows.instant(row, 2)),
                        "SELECT opens, closes FROM baton_window WHERE id = 1")
                .get(0);
    }

    @Override
    public Map<String, Instant> handledUntil() {
        return read(
                        row -> Map.entry(row.getString(1), Instant.ofEpochMilli(row.getLong(2))),
                        "SELECT job, handled_until FROM baton_schedule")
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public List<Run> openRuns() {
        return read(
                RunRows::read,
                RunRows.SELECT + " WHERE state IN ('WAITING', 'ASSIGNED', 'RUNNING') ORDER BY scheduled_time, job");
    }

    @Override
    public List<Run> openRunsOf(String worker) {
        return read(
                RunRows::read,
                RunRows.SELECT + " WHERE state IN ('ASSIGNED', 'RUNNING') AND worker = ? ORDER BY scheduled_time, job",
                worker);
    }

    @Override
    public List<Run> allRuns() {
        return read(RunRows::read, RunRows.SELECT + " ORDER BY scheduled_time, job");
    }

    @Override
    public List<TermRecord> terms() {
        return read(
                TermRows::read, "SELECT token, holder, begun, ended, reason FROM baton_terms ORDER BY begun, token");
    }

    @Override
    public List<Refusal> refusals() {
        return read(
                RefusalRows::read,
                "SELECT author, name, operation, carried, newer, at FROM baton_refusals ORDER BY at");
    }

    @Override
    public void close() {
        transactions.close();
    }

    /** A coordinator's write: the fence first, and a refusal is noted in a transaction of its own. */
    private <T> T fenced(String operation, Term term, Transactions.Work<T> work) {
        try {
            return transactions.run(operation, connection -> {
                transactions.gate().admit(connection, RESOURCE, term.id());
                return work.run(connection);
            });
        } catch (StaleTokenException stale) {
            note(operation, stale, term);
            throw stale;
        }
    }

    private void note(String operation, StaleTokenException stale, Term term) {
        Refusal refusal = new Refusal(
                Refusal.COORDINATOR,
                term.holder(),
                operation,
                stale.presented().token().toString(),
                stale.highest().token() + " of " + stale.highest().holder(),
                Instant.now());
        try {
            transactions.run("noting a refusal", connection -> RefusalRows.insert(connection, refusal));
        } catch (StoreException | StoreOutcomeUnknownException notNoted) {
            // The refusal itself is what the caller must hear of.
            stale.addSuppressed(notNoted);
        }
    }

    private <T> List<T> read(Rows.Reader<T> reader, String sql, Object... values) {
        return transactions.read(connection -> query(connection, reader, sql, values));
    }
}
