package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.store.Attempt;
import dev.baton.election.examples.scheduler.store.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What was executed, in the words of the jobs themselves: one line for each execution, appended by the job's own process.
 * The scheduler has no part in it, so it can be held against the store.
 *
 * @param executions one for each line
 */
record Ledger(List<Attempt> executions) {

    static Ledger read(Path file) {
        List<Attempt> executions = new ArrayList<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    executions.add(parse(line));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the ledger " + file, failed);
        }
        return new Ledger(List.copyOf(executions));
    }

    private static Attempt parse(String line) {
        String[] parts = line.split(" ");
        try {
            if (parts.length == 4) {
                return new Attempt(new RunId(parts[0], Instant.parse(parts[1])), Integer.parseInt(parts[2]));
            }
        } catch (DateTimeException | NumberFormatException malformed) {
            throw new DemoException(ExitCode.ACCOUNT, "the ledger has the line '" + line + "': " + malformed);
        }
        throw new DemoException(ExitCode.ACCOUNT, "the ledger has the line '" + line + "', which no job writes");
    }
}
