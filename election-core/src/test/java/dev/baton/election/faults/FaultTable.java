package dev.baton.election.faults;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of faults in {@code docs/guarantees.md}: one row for every fault of the catalogue, in its order. */
final class FaultTable {

    static final Path DOCUMENT = Path.of("").toAbsolutePath().getParent().resolve("docs/guarantees.md");
    private static final String BEGIN = "<!-- faults: begin, written by the tests with -Dfaults.update=true -->";
    private static final String END = "<!-- faults: end -->";
    private static final List<String> HEAD =
            List.of("| id | fault | test | Baton | LeaderLatch 5.9.0, same run |", "|---|---|---|---|---|");

    /** The overview of the catalogue, complete and in order of groups. */
    static final List<String> IDS = List.of(("A1 A2 A3 A4 A5 A6 A7 A9 A10 A11 A12 A15 A16 A17 A18 A19 A20 B1 B2 B4 B5 "
                    + "C1 C2 C3 C5 C6 C8 C9 C11 C12 C13 C14 C16 D2 D3 D4 D5 D7 E1 E2 E3 E6 E7 E8 E9 E10 F1 F2 F3 "
                    + "G1 G2 G3 H2 H4 H5 H6 I2 I3")
            .split(" "));

    private static final List<Class<?>> TESTS = List.of(
            TwoLeadersIT.class,
            HoldersIT.class,
            OldSessionsIT.class,
            TokensIT.class,
            StuckCandidatesIT.class,
            IdleCandidatesIT.class,
            LeftZnodesIT.class,
            ConnectionsIT.class,
            SilenceIT.class,
            CallbacksIT.class,
            HandlesIT.class,
            LoadIT.class,
            ServersIT.class,
            EnsemblesIT.class);

    private FaultTable() {}

    /** Every test of a fault, by the fault's id, in the catalogue's order. */
    static Map<String, Method> tests() {
        Map<String, Method> found = new LinkedHashMap<>();
        for (String id : IDS) {
            TESTS.stream()
                    .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                    .filter(method -> method.isAnnotationPresent(Fault.class)
                            && method.getAnnotation(Fault.class).id().equals(id))
                    .forEach(method -> {
                        if (found.put(id, method) != null) {
                            throw new IllegalStateException("two tests of " + id);
                        }
                    });
        }
        return found;
    }

    /** The first three columns of a row, which do not vary from run to run. */
    static String head(Method test) {
        Fault fault = test.getAnnotation(Fault.class);
        return "| " + fault.id() + " | " + fault.value() + " | `"
                + test.getDeclaringClass().getSimpleName() + "#" + test.getName() + "` |";
    }

    /** The rows that the document has. */
    static List<String> committed() throws IOException {
        List<String> lines = Files.readAllLines(DOCUMENT);
        if (!lines.contains(BEGIN)) {
            return List.of();
        }
        return lines.subList(lines.indexOf(BEGIN) + 1, lines.indexOf(END)).stream()
                .filter(line -> line.startsWith("| ") && !HEAD.contains(line))
                .toList();
    }

    /** Writes the rows anew: those with a finding of this build from it, the others as they stand. */
    static void update() throws IOException {
        List<String> table = new ArrayList<>(List.of(BEGIN, ""));
        table.addAll(HEAD);
        for (Method test : tests().values()) {
            table.add(row(test, committed()));
        }
        table.addAll(List.of("", END));
        List<String> lines = new ArrayList<>(Files.readAllLines(DOCUMENT));
        int begin = lines.indexOf(BEGIN);
        lines.subList(begin, lines.indexOf(END) + 1).clear();
        lines.addAll(begin, table);
        Files.write(DOCUMENT, lines);
    }

    private static String row(Method test, List<String> committed) throws IOException {
        Path finding =
                Findings.DIRECTORY.resolve(test.getAnnotation(Fault.class).id());
        if (Files.exists(finding)) {
            List<String> results = Files.readAllLines(finding);
            return head(test) + " " + results.get(0) + " | " + results.get(1) + " |";
        }
        return committed.stream()
                .filter(row -> row.startsWith(head(test)))
                .findFirst()
                .orElse(head(test) + " | |");
    }
}
