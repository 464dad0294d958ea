package dev.baton.election.examples.twoleaders;

import dev.baton.election.examples.sandbox.ChildProcess;
import dev.baton.election.examples.sandbox.Sandbox;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two leaders on purpose: the process of one is stopped with SIGSTOP between reading a balance and writing it, for longer
 * than its session. When it goes on it writes what it had in mind, to a table without a fence and to one with.
 */
public final class TwoLeaders {

    private static final int BEFORE = 100;

    private TwoLeaders() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open();
                Connection database = sandbox.database();
                Statement sql = database.createStatement()) {
            Teller.GATE.createTables(database);
            sql.execute("CREATE TABLE unfenced AS SELECT " + BEFORE + " AS balance");
            sql.execute("CREATE TABLE fenced AS SELECT " + BEFORE + " AS balance");
            int unfenced = 0;
            int fenced = 0;
            try (ChildProcess first = ChildProcess.start(sandbox, Teller.class, "first", "50")) {
                first.readLine(); // it leads, and has read
                first.stop();
                try (ChildProcess second = ChildProcess.start(sandbox, Teller.class, "second", "30")) {
                    second.readLine(); // it leads, as the session of the first is over
                    second.say("go on");
                    unfenced += depositIn(second.readLine(), 30);
                    fenced += depositIn(second.readLine(), 30);
                }
                first.say("go on"); // which it reads when it is not stopped any more
                first.goOn();
                unfenced += depositIn(first.readLine(), 50);
                fenced += depositIn(first.readLine(), 50);
            }
            System.out.println("table     before  deposited  expected  found  lost");
            print(sql, "unfenced", unfenced);
            print(sql, "fenced", fenced);
        }
    }

    private static int depositIn(String said, int deposit) throws IOException {
        if (said.contains(" wrote ")) {
            return deposit;
        }
        if (said.contains(" is REFUSED. ")) {
            return 0;
        }
        throw new IOException("A teller was to tell what became of its deposit, and said: " + said);
    }

    private static void print(Statement sql, String table, int deposited) throws SQLException {
        try (ResultSet row = sql.executeQuery("SELECT balance FROM " + table)) {
            row.next();
            int expected = BEFORE + deposited;
            int found = row.getInt(1);
            System.out.printf(
                    "%-9s %6d %10d %9d %6d %5d%n", table, BEFORE, deposited, expected, found, expected - found);
        }
    }
}
