package dev.baton.election.fencing;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** R13 in SQLite: one file, many processes. */
class SqliteTokenGateIT extends JdbcTokenGateContract {

    @TempDir
    private Path dir;

    @Override
    String url() {
        return "jdbc:sqlite:" + dir.resolve("gate.db");
    }
}
