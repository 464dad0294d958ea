package dev.baton.election.fencing;

import dev.baton.election.ElectionException;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.TermId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A gate in a directory, for files and devices that several processes of one machine write to.
 *
 * <p>A lock file holds other processes off while a write runs. What the gate remembers is in a file beside it, replaced
 * as a whole and forced to the disk before the write runs: a crash at any point leaves the old record or the new one. The
 * operating system frees the lock of a process that dies. A process that is frozen inside a write keeps it: others wait
 * for the given time and then fail, without having written.
 *
 * <p>Locks and renames hold on local file systems; do not put the directory on a network file system. Nobody may delete
 * or edit the files, as a gate that has forgotten lets everybody in; a record that cannot be read is an error, not an
 * empty record.
 *
 * <p>Thread-safe; several gates of one directory, in one process or many, are one gate.
 */
public final class FileTokenGate implements TokenGate {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Path directory;
    private final Duration limit;

    /**
     * A gate that waits up to ten seconds for others' writes.
     *
     * @param directory where its files are; created if it is missing
     * @throws ElectionException if the directory cannot be created
     */
    public FileTokenGate(Path directory) {
        this(directory, LIMIT);
    }

    /**
     * A gate.
     *
     * @param directory where its files are; created if it is missing
     * @param limit how long to wait for others' writes to a resource
     * @throws ElectionException if the directory cannot be created
     */
    public FileTokenGate(Path directory, Duration limit) {
        this.limit = Objects.requireNonNull(limit, "the limit");
        try {
            this.directory = Files.createDirectories(directory).toRealPath();
        } catch (IOException failed) {
            throw new ElectionException("The gate's directory " + directory + " cannot be used: " + failed, failed);
        }
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T guard(
            String resource, TermId term, GuardedWrite<T, X> write) throws X {
        try (GateFile file = GateFile.lock(directory, resource, limit)) {
            file.replace(file.read().admit(term));
            return write.run();
        }
    }

    @Override
    public <X extends Exception> boolean guardOnce(
            String resource, TermId term, String operation, GuardedWrite<?, X> write) throws X {
        Operation begun = new Operation(operation, term, false);
        try (GateFile file = GateFile.lock(directory, resource, limit)) {
            GateRecord admitted = file.read().admit(term);
            if (admitted.hasApplied(operation)) {
                file.replace(admitted);
                return false;
            }
            file.replace(admitted.with(begun));
            write.run();
            note(file, admitted.with(new Operation(operation, term, true)), operation);
            return true;
        }
    }

    private static void note(GateFile file, GateRecord record, String operation) {
        try {
            file.replace(record);
        } catch (ElectionException notNoted) {
            throw new OutcomeUnknownException(
                    "The write '" + operation + "' was applied, but that could not be noted, so that it will run again"
                            + " if it is tried again: " + notNoted.getMessage(),
                    notNoted);
        }
    }

    @Override
    public Optional<Operation> operation(String resource, String operation) {
        return read(resource).operation(operation);
    }

    @Override
    public Optional<TermId> highest(String resource) {
        return read(resource).highest();
    }

    private GateRecord read(String resource) {
        try (GateFile file = GateFile.lock(directory, resource, limit)) {
            return file.read();
        }
    }
}
