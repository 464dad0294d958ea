package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;

/** A text file behind a gate. Each line is appended by one call of the system, so that a crash leaves no half of it. */
class FileResource implements GateTrial.Resource {

    private final Path book;
    private final TokenGate gate;

    FileResource(Path directory) throws IOException {
        this.book = directory.resolve("book.txt");
        this.gate = new FileTokenGate(directory);
    }

    /** Where a crash hurts. */
    void atTheEdge(Random random) {}

    @Override
    public GateTrial.Outcome write(TermId term, String operation, Random random) throws IOException {
        try {
            gate.guardOnce("book", term, operation, () -> {
                atTheEdge(random);
                List<GateTrial.Written> before = written();
                GateTrial.pause(random);
                if (before.stream().noneMatch(each -> each.operation().equals(operation))) {
                    // The number shows that nobody wrote since the file was read.
                    Files.writeString(
                            book,
                            before.size() + " " + operation + " " + term + "\n",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                }
                atTheEdge(random);
                return before;
            });
            return GateTrial.Outcome.DONE;
        } catch (StaleTokenException stale) {
            return GateTrial.Outcome.REFUSED;
        } catch (ArithmeticException crash) {
            return GateTrial.Outcome.UNKNOWN;
        }
    }

    @Override
    public boolean isFinished(String operation) {
        return gate.operation("book", operation).filter(Operation::finished).isPresent();
    }

    @Override
    public List<GateTrial.Written> written() throws IOException {
        if (!Files.exists(book)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(book);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith(i + " ")) {
                throw new AssertionError("two wrote at once: line " + i + " is " + lines.get(i));
            }
        }
        return lines.stream()
                .map(line -> line.split(" ", 3))
                .map(parts -> new GateTrial.Written(TermId.parse(parts[2]), parts[1]))
                .toList();
    }
}
