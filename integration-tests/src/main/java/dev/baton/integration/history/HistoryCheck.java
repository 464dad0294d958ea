package dev.baton.integration.history;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Judges histories of elections: {@code java -cp … dev.baton.integration.history.HistoryCheck FILE…}
 *
 * <p>Its exit status is 0 if all that must hold did, 1 if something did not, 2 if the files cannot be read or the
 * arguments are wrong, 3 if the run is void, as its negative control saw nothing.
 */
@Command(
        name = "HistoryCheck",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Judges the history of an election: the journals of all its candidates together, and of what was done to them.",
            "Prints a report; its first line is the verdict."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all that must hold did",
            "1:something did not",
            "2:a file or an argument cannot be read",
            "3:the run is void, as the unfenced counter lost no update"
        })
public final class HistoryCheck implements Callable<Integer> {
    private static final int UNREADABLE = 2;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "lines of JSON, as candidates write them")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "print the report as JSON and not as Markdown")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "draw the timeline there")
    private @Nullable Path svg;

    @Option(
            names = "--uncertainty",
            paramLabel = "MILLIS",
            defaultValue = "0",
            description =
                    "how far the clocks of the candidates may differ; 0, the default, where all ran on one machine")
    private long uncertaintyMillis;

    @Option(
            names = "--control",
            description = "the run is void if the unfenced counter lost no update, even if it does not say so itself")
    private boolean control;

    @Spec
    private @Nullable CommandSpec spec;

    private HistoryCheck() {}

    /** Judges the files that it is given, and ends the process with the status that tells the verdict. */
    public static void main(String[] arguments) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
    }

    /** The same, without ending the process; returns the status. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new HistoryCheck()).setOut(out).setErr(err).execute(arguments);
    }

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        if (uncertaintyMillis < 0) {
            throw new CommandLine.ParameterException(
                    command, "--uncertainty must not be negative: " + uncertaintyMillis);
        }
        History history;
        try {
            history = History.read(files);
        } catch (UnreadableHistoryException unreadable) {
            command.getErr().println("HistoryCheck: " + unreadable.getMessage());
            return UNREADABLE;
        }
        if (history.candidates().isEmpty()) {
            command.getErr().println("HistoryCheck: no candidate stands in " + files + ": there is nothing to judge");
            return UNREADABLE;
        }
        Verdict verdict = Verdict.of(history, Duration.ofMillis(uncertaintyMillis), control);
        if (svg != null) {
            try {
                Files.writeString(svg, new Timeline(history, verdict).svg());
            } catch (IOException unwritable) {
                command.getErr().println("HistoryCheck: cannot write the timeline to " + svg + ": " + unwritable);
                return UNREADABLE;
            }
        }
        Report report = new Report(history, verdict);
        command.getOut().println(json ? report.json() : report.markdown());
        command.getOut().flush();
        return verdict.outcome().status();
    }
}
