package dev.baton.integration.matrix;

import dev.baton.integration.matrix.Versions.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table in {@code docs/compatibility.md}: a row for each server, a column for each client library. */
final class Table {

    private static final Path DOCUMENT =
            Path.of("").toAbsolutePath().getParent().resolve("docs/compatibility.md");
    private static final String BEGIN =
            "<!-- matrix: begin, written by MatrixIT with -Pmatrix -Dbaton.matrix.update=true -->";
    private static final String END = "<!-- matrix: end -->";
    private static final String NOT_RUN = "not run";

    private final Map<String, String> results = new ConcurrentHashMap<>();

    void put(String server, Client client, String result) {
        results.put(server + client, result);
    }

    /** The lines above the rows, which name the versions. */
    static List<String> head() {
        return List.of(
                Versions.CLIENTS.stream().map(Client::toString).collect(Collectors.joining(" | ", "| server | ", " |")),
                "|---" + "|---".repeat(Versions.CLIENTS.size()) + "|");
    }

    /** The rows as this run found them. */
    List<String> rows() {
        return Versions.SERVERS.stream()
                .map(server -> Versions.CLIENTS.stream()
                        .map(client -> results.getOrDefault(server + client, NOT_RUN))
                        .collect(Collectors.joining(" | ", "| " + server + " | ", " |")))
                .toList();
    }

    /** The table that the document has, heads first. */
    static List<String> committed() throws IOException {
        List<String> lines = Files.readAllLines(DOCUMENT);
        return lines.subList(lines.indexOf(BEGIN) + 1, lines.indexOf(END)).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Puts this run's rows in the place of the committed ones. */
    void update() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(DOCUMENT));
        int begin = lines.indexOf(BEGIN);
        lines.subList(begin, lines.indexOf(END) + 1).clear();
        lines.addAll(
                begin,
                Stream.of(List.of(BEGIN, ""), head(), rows(), List.of("", END))
                        .flatMap(List::stream)
                        .toList());
        Files.write(DOCUMENT, lines);
    }
}
