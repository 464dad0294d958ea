package dev.baton.election.examples.scheduler.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The end of what a process prints; the rest is read, so that the process can go on, and forgotten. */
final class OutputTail {

    private static final int LENGTH = 1000;

    private final Thread reader;
    private final StringBuilder tail = new StringBuilder();

    private OutputTail(InputStream stream) {
        this.reader = new Thread(() -> read(stream), "job-output");
        reader.setDaemon(true);
    }

    static OutputTail of(InputStream stream) {
        OutputTail tail = new OutputTail(stream);
        tail.reader.start();
        return tail;
    }

    /** What was printed last, after the process has ended. A process that left its group may hold the pipe: not for ever. */
    String text() {
        try {
            reader.join(Duration.ofSeconds(1).toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        synchronized (tail) {
            return tail.toString().replace("\0", "").strip();
        }
    }

    private void read(InputStream stream) {
        char[] buffer = new char[4096];
        try (Reader text = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            for (int read = text.read(buffer); read >= 0; read = text.read(buffer)) {
                synchronized (tail) {
                    tail.append(buffer, 0, read);
                    tail.delete(0, Math.max(0, tail.length() - LENGTH));
                }
            }
        } catch (IOException closed) {
            synchronized (tail) {
                tail.append("\n[output lost: ").append(closed.getMessage()).append(']');
            }
        }
    }
}
