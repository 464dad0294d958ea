package dev.baton.election.examples.twoleaders;

import dev.baton.election.Leadership;
import dev.baton.election.examples.sandbox.ChildProcess;
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
 * Two leaders on purpose: a real one is stopped with SIGSTOP between reading and writing, for longer than its session. When it
 * goes on, it writes what it had in mind, into a table without a fence and into one with. Run with an argument it is that one.
 */
public final class TwoLeaders {

    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open();
                Connection database = sandbox.database();
                Statement sql = database.createStatement()) {
            if (arguments.length > 0) {
                leadAndBeStopped(sandbox, database);
                return;
            }
            JdbcTokenGate.of(SqlDialect.of(database)).createTables(database);
            for (String table : new String[] {"unfenced", "fenced"}) {
                sql.execute("CREATE TABLE " + table + " (n INTEGER NOT NULL)");
                sql.execute("INSERT INTO " + table + " VALUES (0)");
            }
            try (ChildProcess first = ChildProcess.start(sandbox, TwoLeaders.class, "first")) {
                first.readLine(); // it leads, and has read both counters
                AutoCloseable stopped = first.stop();
                Leadership next = sandbox.stand("/counter", "second").awaitLeadership();
                System.out.println("second: leads, while the first is stopped, and counts to 3");
                for (int i = 1; i <= 3; i++) {
                    sql.execute("UPDATE unfenced SET n = n + 1");
                    fenced(database, next, i);
                }
                first.say("go on");
                stopped.close(); // SIGCONT
                first.readLine(); // what it wrote without a fence
                first.readLine(); // and with
            }
            System.out.println("table     counted  shows");
            for (String table : new String[] {"unfenced", "fenced"}) {
                try (ResultSet row = sql.executeQuery("SELECT n FROM " + table)) {
                    System.out.printf("%-9s %7d %6d%n", table, 3, row.getInt(1));
                }
            }
        }
    }

    private static void leadAndBeStopped(Sandbox sandbox, Connection database) throws Exception {
        Leadership term = sandbox.stand("/counter", "first").awaitLeadership();
        System.out.println("first: leads, has read 0 in both tables, and is about to write 1");
        new Scanner(System.in).nextLine(); // here it is stopped
        try (Statement sql = database.createStatement()) {
            sql.execute("UPDATE unfenced SET n = 1");
        }
        System.out.println("first: wrote 1 into the table without a fence");
        try {
            fenced(database, term, 1);
            System.out.println("first: wrote 1 into the table with a fence");
        } catch (StaleTokenException refused) {
            System.out.println("first: refused. " + refused.getMessage());
        }
    }

    private static void fenced(Connection database, Leadership term, int n) throws SQLException {
        JdbcTokenGate gate = JdbcTokenGate.of(SqlDialect.of(database));
        database.setAutoCommit(false);
        try (Statement sql = database.createStatement()) {
            gate.admit(database, "fenced", term.id());
            sql.execute("UPDATE fenced SET n = " + n);
            gate.commit(database);
        } catch (StaleTokenException refused) {
            database.rollback();
            throw refused;
        } finally {
            database.setAutoCommit(true);
        }
    }
}
