package dev.baton.election.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import picocli.CommandLine.Option;

/** How a report is printed. Only reports go to standard output. */
final class OutputOptions {

    /** The formats. */
    enum Format {
        TABLE,
        WIDE,
        JSON,
        YAML,
        NAME
    }

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final ObjectMapper LINE = new ObjectMapper();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, wide, json, yaml, or name (the first column alone). Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TABLE;

    @Option(names = "--no-headers", description = "Leave the table's headings out.")
    private boolean headless;

    Format format() {
        return format;
    }

    void print(Report report, PrintWriter out) {
        switch (format) {
            case TABLE, WIDE -> table(report, out);
            case JSON -> out.println(json(JSON, report.document()));
            case YAML ->
                out.print(new Dump(DumpSettings.builder()
                                .setDefaultFlowStyle(FlowStyle.BLOCK)
                                .build())
                        .dumpToString(report.document()));
            case NAME -> report.rows().forEach(row -> out.println(row.get(0)));
        }
        out.flush();
    }

    /** One document on one line, for streams. */
    static String line(Object document) {
        return json(LINE, document);
    }

    private static String json(ObjectMapper mapper, Object document) {
        try {
            return mapper.writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("maps, lists and texts are always JSON", impossible);
        }
    }

    private void table(Report report, PrintWriter out) {
        List<List<String>> lines = new ArrayList<>();
        if (!headless) {
            lines.add(report.columns().stream().map(Report.Column::title).toList());
        }
        lines.addAll(report.rows());
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < report.columns().size(); i++) {
            if (format == Format.WIDE || !report.columns().get(i).wide()) {
                shown.add(i);
            }
        }
        int[] widths = new int[report.columns().size()];
        for (List<String> line : lines) {
            shown.forEach(i -> widths[i] = Math.max(widths[i], line.get(i).length()));
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            shown.forEach(i -> text.append(line.get(i))
                    .append(" ".repeat(widths[i] - line.get(i).length() + 2)));
            out.println(text.toString().stripTrailing());
        }
    }
}
