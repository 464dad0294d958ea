package dev.baton.integration.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Crashed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** The check as a program: what it reads, prints and returns. */
class HistoryCheckTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    @DisplayName("a clean history, in a file for each writer: 0, and a report that says so")
    void clean() throws IOException {
        List<String> files = new ArrayList<>();
        var byWriter = InventedHistory.lines(5).stream().collect(Collectors.groupingBy(Line::by));
        byWriter.forEach((by, lines) -> files.add(write(by + ".jsonl", text(lines))));
        assertThat(check(files.toArray(String[]::new))).isZero();
        assertThat(out.toString()).startsWith("**CLEAN").contains("| stale writes accepted | 0 |");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    @DisplayName("a violation: 1, and what it is")
    void violation() {
        List<Line> lines = new ArrayList<>(InventedHistory.lines(5));
        lines.add(new Line("c1", "", new Crashed("main", "java.lang.Error: on purpose", 1)));
        assertThat(check(write("history.jsonl", text(lines)))).isEqualTo(1);
        assertThat(out.toString()).startsWith("**VIOLATIONS: 1").contains("NOTHING_CRASHES", "on purpose");
    }

    @Test
    @DisplayName("no lost update in the unfenced counter, where one was asked for: 3")
    void voidRun() {
        List<Line> lines = InventedHistory.lines(5).stream()
                .filter(line -> !(line.sighting() instanceof Sighting.Update))
                .toList();
        assertThat(check("--control", write("history.jsonl", text(lines)))).isEqualTo(3);
        assertThat(out.toString()).startsWith("**VOID");
    }

    @Test
    @DisplayName("JSON has the same figures")
    void json() throws IOException {
        List<Line> lines = InventedHistory.lines(9);
        assertThat(check("--json", write("history.jsonl", text(lines)))).isZero();
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertThat(report.get("outcome").asText()).isEqualTo("CLEAN");
        assertThat(report.get("terms").asInt())
                .isEqualTo(new History(lines).terms().size());
        assertThat(report.get("findings")).isEmpty();
        assertThat(report.get("gaps").get("UNEXPLAINED").asInt()).isZero();
        assertThat(report.get("run").get("boundMillis").asInt()).isEqualTo(7_000);
    }

    @Test
    @DisplayName("the timeline is XML with a bar for each term, however odd the names are")
    void svg() throws Exception {
        List<Line> lines = InventedHistory.lines(9).stream()
                .map(line -> line.by().equals("c1") ? new Line("<c&\"1>", "", line.sighting()) : line)
                .toList();
        Path svg = directory.resolve("timeline.svg");
        check("--svg", svg.toString(), write("history.jsonl", text(lines)));
        var drawn = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(svg))));
        long bars = 0;
        var rectangles = drawn.getElementsByTagName("rect");
        for (int i = 0; i < rectangles.getLength(); i++) {
            var attributes = rectangles.item(i).getAttributes();
            bars += attributes.getNamedItem("class").getNodeValue().equals("term") ? 1 : 0;
        }
        // One is in the legend; a term that goes on in the next strip has two.
        assertThat(bars).isGreaterThan(new History(lines).terms().size());
        assertThat(Files.readString(svg)).contains("prefers-color-scheme: dark");
    }

    @Test
    @DisplayName("a line that is none: 2, with file, line number and reason")
    void badLine() {
        String good = text(InventedHistory.lines(3));
        for (String bad : List.of(
                "no JSON",
                "{}",
                "null",
                "[]",
                "",
                "{\"by\":\"c1\",\"wall\":\"\",\"sighting\":{\"event\":\"dreamt\",\"nanos\":1}}",
                "{\"by\":\"c1\",\"wall\":\"\",\"sighting\":{\"event\":\"started\"}}",
                "{\"by\":\"c1\",\"wall\":\"\",\"sighting\":{\"event\":\"started\",\"nanos\":null}}",
                "{\"by\":\"c1\",\"wall\":\"\",\"sighting\":{\"event\":\"elected\",\"token\":\"7\",\"nanos\":1}}",
                "{\"by\":\"c1\",\"wall\":\"\",\"sighting\":{\"event\":\"started\",\"nanos\":1}} and more")) {
            err.getBuffer().setLength(0);
            String file = write("bad.jsonl", good + bad + "\n");
            assertThat(check(file)).as(bad).isEqualTo(2);
            assertThat(err.toString())
                    .as(bad)
                    .contains("bad.jsonl:" + (good.lines().count() + 1) + ": ");
        }
        assertThat(out.toString()).isEmpty();
    }

    @Test
    @DisplayName("a last line without its end, as a kill leaves it, is passed over; the same further up is not")
    void tornLine() {
        String good = text(InventedHistory.lines(3));
        assertThat(check(write("torn.jsonl", good + "{\"by\":\"c1\",\"wal"))).isZero();
        assertThat(check(write("torn.jsonl", "{\"by\":\"c1\",\"wal\n" + good))).isEqualTo(2);
    }

    @Test
    @DisplayName("no file, a missing file, a directory, an empty file, a wrong option: 2, with the reason")
    void badArguments() {
        assertBad("FILE");
        assertBad("not.there", directory.resolve("not.there").toString());
        assertBad(directory.toString(), directory.toString());
        assertBad("nothing to judge", write("empty.jsonl", ""));
        assertBad("--uncertainty", "--uncertainty", "-1", write("a.jsonl", text(InventedHistory.lines(3))));
        assertBad("--uncertain", "--uncertain", "1", write("a.jsonl", text(InventedHistory.lines(3))));
        assertBad(
                "no.such",
                "--svg",
                directory.resolve("no.such/x.svg").toString(),
                write("a.jsonl", text(InventedHistory.lines(3))));
    }

    private void assertBad(String reason, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(check(arguments)).as(reason).isEqualTo(2);
        assertThat(err.toString()).contains(reason).doesNotContain("\tat ");
    }

    private int check(String... arguments) {
        return HistoryCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private static String text(List<Line> lines) {
        return lines.stream().map(Journal::format).collect(Collectors.joining("\n", "", "\n"));
    }

    private String write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text).toString();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
