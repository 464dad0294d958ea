package dev.baton.election.examples.twoleaders;

import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.JdbcTokenGate;
import dev.baton.election.fencing.SqlDialect;
import dev.baton.election.fencing.StaleTokenException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Scanner;

/**
 * A process that leads, reads two balances, thinks, and writes both back with a deposit: as leaders do that keep in memory
 * what only they may change.
 */
final class Teller {

    static final JdbcTokenGate GATE = JdbcTokenGate.of(SqlDialect.SQLITE);

    private Teller() {}

    /** Arguments: the teller's name, and what it deposits. */
    public static void main(String[] arguments) throws Exception {
        String name = arguments[0];
        int deposit = Integer.parseInt(arguments[1]);
        try (Sandbox sandbox = Sandbox.open()) {
            Leadership term = sandbox.stand("/bank/leader", name).awaitLeadership();
            int unfenced = read(sandbox, "unfenced", term.id());
            int fenced = read(sandbox, "fenced", term.id());
            System.out.printf("%s leads, has read %d and %d, isHeld()=%s%n", name, unfenced, fenced, term.isHeld());
            new Scanner(System.in).nextLine(); // it thinks; one of the two is stopped here
            write(sandbox, "unfenced", term, unfenced + deposit);
            write(sandbox, "fenced", term, fenced + deposit);
        }
    }

    private static int read(Sandbox sandbox, String table, TermId term) throws SQLException {
        try (Connection database = sandbox.database();
                Statement sql = database.createStatement()) {
            begin(database, table, term); // first: else an old leader could write after this one has read
            try (ResultSet row = sql.executeQuery("SELECT balance FROM " + table)) {
                row.next();
                int balance = row.getInt(1);
                GATE.commit(database);
                return balance;
            }
        }
    }

    private static void write(Sandbox sandbox, String table, Leadership term, int balance) throws SQLException {
        try (Connection database = sandbox.database();
                Statement sql = database.createStatement()) {
            begin(database, table, term.id());
            sql.execute("UPDATE " + table + " SET balance = " + balance);
            GATE.commit(database);
            System.out.println(
                    term.candidateId() + " wrote " + balance + " to " + table + ", isHeld()=" + term.isHeld());
        } catch (StaleTokenException refused) {
            System.out.println(term.candidateId() + " is REFUSED. " + refused.getMessage());
        }
    }

    private static void begin(Connection database, String table, TermId term) throws SQLException {
        database.setAutoCommit(false);
        if (table.equals("fenced")) {
            GATE.admit(database, table, term);
        }
    }
}
