package dev.baton.election.cli;

import dev.baton.election.ElectionException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command. */
@Command(
        name = "baton",
        description = "Elects a leader in ZooKeeper, runs a program while it leads, and shows who leads and who waits.",
        mixinStandardHelpOptions = true,
        versionProvider = Baton.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            LeaderCommand.class,
            StatusCommand.class,
            CandidatesCommand.class,
            HistoryCommand.class,
            WatchCommand.class,
            PassCommand.class,
            EvictCommand.class,
            RemoveCommand.class,
            TokenCommand.class,
            DoctorCommand.class,
            BenchCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed",
            "2:called wrongly",
            "3:nobody leads",
            "4:cannot connect to ZooKeeper",
            "5:ZooKeeper does not permit it",
            "6:leadership was lost and the program stopped (run)",
            "124:waited in vain, up to a limit that was given",
            "126, 127:the program cannot be executed, or was not found (run)",
            "128+n:ended by signal n while waiting (run); otherwise run returns the program's own code"
        })
public final class Baton {

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Show what is logged, and the cause of an error with its stack trace.")
    private boolean verbose;

    /** The version of this build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Baton.class.getPackage().getImplementationVersion();
            return new String[] {"baton " + (version == null ? "(unpacked)" : version)};
        }
    }

    /**
     * Runs the command and exits with its code.
     *
     * @param args as typed
     */
    public static void main(String[] args) {
        boolean verbose = List.of(args).stream()
                .takeWhile(arg -> !arg.equals("--"))
                .anyMatch(arg -> arg.equals("-v") || arg.equals("--verbose"));
        // Before the first logger is made. What goes wrong is said in one line; the log is for those who ask for it.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", verbose ? "info" : "off");
        System.exit(commandLine().execute(args));
    }

    /** The command line, for running and for documenting. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Baton());
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().versionProvider(new Version()));
        line.registerConverter(Duration.class, Durations::parse);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(Baton::calledWrongly);
        line.setExecutionExceptionHandler(Baton::failed);
        return line;
    }

    private static int calledWrongly(ParameterException wrong, String[] args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        StringWriter suggestions = new StringWriter();
        UnmatchedArgumentException.printSuggestions(wrong, new PrintWriter(suggestions));
        String hint = suggestions.toString().isBlank()
                ? ""
                : ". " + suggestions.toString().strip();
        err.println("baton: " + oneLine(wrong) + hint + " ('"
                + line.getCommandSpec().qualifiedName() + " --help' tells more)");
        return ExitCode.USAGE;
    }

    private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
        PrintWriter err = line.getErr();
        err.println("baton: " + oneLine(failure));
        Baton root = (Baton) line.getCommandSpec().root().userObject();
        if (root.verbose) {
            failure.printStackTrace(err);
        }
        return codeOf(failure);
    }

    private static String oneLine(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.replaceAll("\\s*\\R\\s*", " ");
    }

    private static int codeOf(Exception failure) {
        if (failure instanceof CommandFailure known) {
            return known.exitCode();
        }
        if (failure instanceof IllegalArgumentException) {
            return ExitCode.USAGE;
        }
        Throwable cause = failure instanceof ElectionException ? failure.getCause() : failure;
        if (cause instanceof KeeperException.NoAuthException || cause instanceof KeeperException.AuthFailedException) {
            return ExitCode.NOT_PERMITTED;
        }
        return cause instanceof KeeperException.ConnectionLossException ? ExitCode.CANNOT_CONNECT : ExitCode.FAILED;
    }
}
