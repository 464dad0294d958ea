package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.node.Leftovers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The temporary directory of a demo; everything that the demo writes is in it.
 *
 * @param dir the directory
 */
record Workspace(Path dir) implements AutoCloseable {

    static Workspace create() {
        try {
            Workspace workspace = new Workspace(Files.createTempDirectory("baton-demo-"));
            Files.createDirectory(workspace.zookeeper());
            return workspace;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot make a temporary directory", failed);
        }
    }

    Path ledger() {
        return dir.resolve("ledger.txt");
    }

    Path zookeeper() {
        return dir.resolve("zookeeper");
    }

    String store() {
        return "jdbc:sqlite:" + dir.resolve("scheduler.db");
    }

    /** Writes the sample jobs where the nodes can read them. */
    Path sampleJobs() {
        Path file = dir.resolve("sample-jobs.yaml");
        try (InputStream sample = Workspace.class.getResourceAsStream("sample-jobs.yaml")) {
            if (sample == null) {
                throw new IllegalStateException("sample-jobs.yaml is missing on the class path");
            }
            Files.copy(sample, file);
            return file;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + file, failed);
        }
    }

    @Override
    public void close() {
        try {
            Leftovers.delete(dir);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot delete " + dir, failed);
        }
    }
}
