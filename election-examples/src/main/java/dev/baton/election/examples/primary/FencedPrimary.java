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

    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open();
                Connection database = sandbox.database();
                Statement statement = database.createStatement()) {
            JdbcTokenGate gate = JdbcTokenGate.of(SqlDialect.of(database));
            gate.createTables(database);
            statement.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, taken_by TEXT NOT NULL)");
            Leadership old = sandbox.stand("/orders/primary", "db-1").awaitLeadership();
            LeaderElection second = sandbox.stand("/orders/primary", "db-2");

            takeOrder(gate, database, old.id());
            takeOrder(gate, database, old.id());
            System.out.println("db-1 is about to take another: isHeld()=" + old.isHeld());

            sandbox.expireSession("db-1"); // a pause, here, that outlasts the session
            Leadership next = second.awaitLeadership();
            System.out.println("db-1 is paused, db-2 leads");
            takeOrder(gate, database, next.id());
            System.out.println("db-1 goes on where it was");
            takeOrder(gate, database, old.id());
            takeOrder(gate, database, next.id());

            try (ResultSet row = statement.executeQuery("SELECT id, taken_by FROM orders ORDER BY id")) {
                while (row.next()) {
                    System.out.println("row: order " + row.getInt(1) + " of " + row.getString(2));
                }
            }
        }
    }

    private static void takeOrder(JdbcTokenGate gate, Connection database, TermId term) throws SQLException {
        String primary = term.holder().substring(0, term.holder().indexOf('/'));
        database.setAutoCommit(false);
        try (PreparedStatement insert = database.prepareStatement("INSERT INTO orders (taken_by) VALUES (?)")) {
            gate.admit(database, "orders", term); // locks out every other primary until the commit
            insert.setString(1, primary);
            insert.executeUpdate();
            gate.commit(database);
            System.out.println(primary + ": done");
        } catch (StaleTokenException refused) {
            database.rollback();
            System.out.println(primary + ": refused. " + refused.getMessage());
        } finally {
            database.setAutoCommit(true);
        }
    }
}
