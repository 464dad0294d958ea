package dev.baton.election.examples.scheduler.store;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class SqliteRunStoreTest extends RunStoreContract {

    @TempDir
    private Path dir;

    @Override
    String url() {
        return "jdbc:sqlite:" + dir.resolve("scheduler.db");
    }

    @Override
    List<String> audit() {
        return List.of(
                "CREATE TABLE audit (n INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT)",
                "CREATE TRIGGER audited AFTER INSERT ON baton_runs"
                        + " BEGIN INSERT INTO audit (token) VALUES (NEW.token); END");
    }
}
