package dev.baton.integration.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparingLong;
import static java.util.Comparator.naturalOrder;

import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.Run;
import dev.baton.integration.history.Sighting.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The journals of all candidates of an election, and of what was done to them, as one history on one monotonic clock.
 *
 * <p>Immutable.
 */
public final class History {
    private final List<Line> lines;
    private final List<Term> terms;
    private final List<Disturbance> disturbances;
    private final Optional<Run> run;
    private final long end;

    /** A history of these lines; those of one writer in the order in which it wrote them. */
    public History(List<Line> lines) {
        this.lines = List.copyOf(lines);
        this.terms = this.lines.stream()
                .filter(line -> line.sighting() instanceof Held)
                .collect(Collectors.groupingBy(line -> List.of(line.by(), ((Held) line.sighting()).token())))
                .values()
                .stream()
                .map(History::termOf)
                .sorted(comparingLong(Term::from))
                .toList();
        this.run = sightings(Run.class).findFirst();
        this.end = this.lines.stream()
                .mapToLong(line -> line.sighting().nanos())
                .max()
                .orElse(0);
        this.disturbances = Disturbance.of(this);
    }

    /**
     * Reads files of lines of JSON.
     *
     * <p>A last line without its end is what a killed process leaves, and is passed over if it cannot be read.
     *
     * @throws UnreadableHistoryException if a file cannot be read, or a line is none of a history
     */
    public static History read(List<Path> files) throws UnreadableHistoryException {
        List<Line> lines = new ArrayList<>();
        for (Path file : files) {
            readInto(lines, file);
        }
        return new History(lines);
    }

    private static void readInto(List<Line> lines, Path file) throws UnreadableHistoryException {
        String text;
        try {
            text = Files.readString(file, UTF_8);
        } catch (IOException unreadable) {
            throw new UnreadableHistoryException(file + ": cannot be read: " + unreadable, unreadable);
        }
        List<String> written = text.lines().toList();
        for (int i = 0; i < written.size(); i++) {
            boolean torn = i == written.size() - 1 && !text.endsWith("\n");
            try {
                lines.add(Journal.parse(written.get(i)));
            } catch (IllegalArgumentException malformed) {
                if (!torn) {
                    throw new UnreadableHistoryException(
                            file + ":" + (i + 1) + ": " + malformed.getMessage() + ": " + written.get(i), malformed);
                }
            }
        }
    }

    /** All lines. */
    public List<Line> lines() {
        return lines;
    }

    /** The terms that were held, in the order in which they began. */
    public List<Term> terms() {
        return terms;
    }

    /** All sightings of one kind, by whoever. */
    public <T extends Sighting> Stream<T> sightings(Class<T> kind) {
        return lines.stream().map(Line::sighting).filter(kind::isInstance).map(kind::cast);
    }

    /** What is known about the whole run. */
    public Optional<Run> run() {
        return run;
    }

    /** The ids of all that stood, in alphabetical order. */
    public List<String> candidates() {
        return lines.stream()
                .filter(line -> line.sighting() instanceof Started)
                .map(Line::by)
                .distinct()
                .sorted(naturalOrder())
                .toList();
    }

    /** The faults, oldest first. */
    public List<Disturbance> disturbances() {
        return disturbances;
    }

    /** The first instant in it; 0 if it is empty. */
    public long begin() {
        return lines.stream().mapToLong(line -> line.sighting().nanos()).min().orElse(0);
    }

    /** The last instant in it; 0 if it is empty. */
    public long end() {
        return end;
    }

    private static Term termOf(List<Line> spans) {
        Held first = (Held) spans.get(0).sighting();
        long from = spans.stream()
                .mapToLong(line -> ((Held) line.sighting()).from())
                .min()
                .orElseThrow();
        long to = spans.stream()
                .mapToLong(line -> ((Held) line.sighting()).to())
                .max()
                .orElseThrow();
        return new Term(spans.get(0).by(), first.token(), from, to);
    }
}
