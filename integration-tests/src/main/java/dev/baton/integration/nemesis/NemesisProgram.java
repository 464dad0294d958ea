package dev.baton.integration.nemesis;

import dev.baton.integration.candidate.Recipe;
import dev.baton.integration.history.History;
import dev.baton.integration.history.Report;
import dev.baton.integration.history.Timeline;
import dev.baton.integration.history.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Makes a run under random faults, and a report of it: {@code java -cp … dev.baton.integration.nemesis.NemesisProgram}
 *
 * <p>The exit status is that of {@link dev.baton.integration.history.HistoryCheck}, and 4 if the run could not be made.
 */
@Command(
        name = "Nemesis",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs an election of real processes on real servers, on this machine and without Docker, under random faults.",
            "Then heals everything, has everybody lead in turn, and judges the history of it all."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all that must hold did",
            "1:something did not",
            "2:wrong arguments",
            "3:the run is void, as the unfenced counter lost no update",
            "4:the run could not be made as it should"
        })
public final class NemesisProgram implements Callable<Integer> {
    private static final int BROKEN = 4;

    @Option(names = "--seed", description = "what the faults are drawn from; otherwise a new one, which is printed")
    private long seed = System.nanoTime() & 0xff_ffff;

    @Option(
            names = "--minutes",
            defaultValue = "5",
            description = "how long there are faults; default ${DEFAULT-VALUE}")
    private double minutes;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "time from fault to fault, on average; default ${DEFAULT-VALUE}")
    private double every;

    @Option(
            names = "--recipe",
            defaultValue = "baton",
            description = "baton, or latch: Curator's LeaderLatch, for contrast")
    private String recipe = "baton";

    @Option(names = "--servers", defaultValue = "3", description = "1, 3 or 5; default ${DEFAULT-VALUE}")
    private int servers;

    @Option(names = "--candidates", defaultValue = "5", description = "default ${DEFAULT-VALUE}")
    private int candidates;

    @Option(names = "--session", paramLabel = "MILLIS", defaultValue = "4000", description = "default ${DEFAULT-VALUE}")
    private long session;

    @Option(names = "--tick", paramLabel = "MILLIS", defaultValue = "500", description = "default ${DEFAULT-VALUE}")
    private long tick;

    @Option(
            names = "--out",
            paramLabel = "DIRECTORY",
            required = true,
            description = "a new one, for report and histories")
    private @Nullable Path out;

    @Spec
    private @Nullable CommandSpec spec;

    private NemesisProgram() {}

    /** Makes a run, and ends the process with the status that tells how it went. */
    public static void main(String[] arguments) {
        // That servers come and go is the point of it.
        System.setProperty("org.slf4j.simpleLogger.log.org.apache", "error");
        System.exit(new CommandLine(new NemesisProgram()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Options options;
        try {
            options = options();
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.ParameterException(command, wrong.getMessage());
        }
        PrintWriter print = command.getOut();
        print.println("nemesis: seed " + options.seed() + ", " + options.recipe() + ", into " + options.out());
        print.flush();
        try {
            Verdict verdict = judge(options);
            print.println(Files.readString(options.out().resolve("report.md")));
            print.flush();
            return verdict.outcome().status();
        } catch (IllegalStateException | IOException broken) {
            command.getErr().println("nemesis: the run could not be made: " + broken);
            return BROKEN;
        }
    }

    private Options options() {
        return new Options(
                seed,
                Duration.ofMillis(Math.round(minutes * 60_000)),
                Duration.ofMillis(Math.round(every * 1_000)),
                Recipe.named(recipe),
                servers,
                candidates,
                Duration.ofMillis(session),
                Duration.ofMillis(tick),
                Objects.requireNonNull(out));
    }

    /** Makes a run, and leaves {@code report.md}, {@code report.json} and {@code timeline.svg} beside its history. */
    static Verdict judge(Options options) throws Exception {
        History history = Nemesis.run(options);
        Verdict verdict = Verdict.of(history, Duration.ZERO, true);
        Report report = new Report(history, verdict);
        Files.writeString(options.out().resolve("report.md"), report.markdown());
        Files.writeString(options.out().resolve("report.json"), report.json() + "\n");
        Files.writeString(options.out().resolve("timeline.svg"), new Timeline(history, verdict).svg());
        return verdict;
    }
}
