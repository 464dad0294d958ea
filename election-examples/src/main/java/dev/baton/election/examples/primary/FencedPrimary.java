package dev.baton.election.examples.primary;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.JdbcTokenGate;
import dev.baton.election.fencing.SqlDialect;
import dev.baton.election.fencing.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Only the leader writes to a database. The old primary looked, found that it leads, and was paused before its statement
 * went out: the database refuses it, as the first statement of each transaction compares the tokens.
 */
public final class FencedPrimary {

    private static final JdbcTokenGate GATE = JdbcTokenGate.of(SqlDialect.SQLITE);

    private FencedPrimary() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open();
                Connection database = sandbox.database();
                Statement statement = database.createStatement()) {
            GATE.createTables(database);
            statement.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, taken_by TEXT NOT NULL)");
            LeaderElection first = sandbox.stand("/orders/primary", "db-1");
            Leadership old = first.awaitLeadership();
            LeaderElection second = sandbox.stand("/orders/primary", "db-2");

            takeOrder(sandbox, "db-1", old.id());
            takeOrder(sandbox, "db-1", old.id());
            System.out.println("db-1 is about to take another order: isHeld()=" + old.isHeld());

            sandbox.expireSession("db-1"); // here it is paused, for longer than its session
            Leadership next = second.awaitLeadership();
            System.out.println("db-1 is paused, db-2 leads");
            takeOrder(sandbox, "db-2", next.id());
            System.out.println("db-1 goes on where it was");
            takeOrder(sandbox, "db-1", old.id());
            takeOrder(sandbox, "db-2", next.id());

            try (ResultSet row = statement.executeQuery("SELECT id, taken_by FROM orders ORDER BY id")) {
                while (row.next()) {
                    System.out.println("in the table: order " + row.getInt(1) + ", taken by " + row.getString(2));
                }
            }
        }
    }

    private static void takeOrder(Sandbox sandbox, String primary, TermId term) throws SQLException {
        try (Connection database = sandbox.database();
                PreparedStatement insert = database.prepareStatement("INSERT INTO orders (taken_by) VALUES (?)")) {
            database.setAutoCommit(false);
            GATE.admit(database, "orders", term); // and keeps every other primary out until the commit
            insert.setString(1, primary);
            insert.executeUpdate();
            GATE.commit(database);
            System.out.println(primary + ": order taken");
        } catch (StaleTokenException refused) { // closing the connection has rolled the transaction back
            System.out.println(primary + ": REFUSED. " + refused.getMessage());
        }
    }
}
