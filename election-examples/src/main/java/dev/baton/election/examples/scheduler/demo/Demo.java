package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.jobs.DurationText;
import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.jobs.JobsFile;
import dev.baton.election.examples.scheduler.jobs.JobsFileException;
import dev.baton.election.examples.scheduler.store.JdbcRunStore;
import dev.baton.election.examples.scheduler.store.RunStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a failover: an embedded ZooKeeper server, scheduler nodes as processes, and something happens to the leader. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        header = "A job scheduler loses its leader, and no run.",
        description = {
            "Starts a ZooKeeper server, some scheduler nodes as processes of their own, and jobs that are real commands;"
                    + " does something to the leader; and accounts for every run that was due. Ctrl-C ends it early.",
            "Nothing is left behind: no process, and no file but the ones that are asked for.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every due run was done once, and the next leader came in time",
            "1:the demo could not be played",
            "2:wrong option",
            "3:wrong jobs file",
            "4:runs were lost, or executed twice in one attempt",
            "5:no next leader within session timeout + 2 ticks + 2s, or 1s after a stop",
            "6:the woken leader's stale write was not refused",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./demo                                   kill -9 the leader after 20 of 60 seconds",
            "  ./demo --fault pause --for 30s           a frozen leader wakes up, and its write is refused",
            "  ./demo --fault stop --summary out.json   a graceful stop, with the account as JSON"
        })
public final class Demo implements Callable<Integer> {

    @Option(names = "--for", paramLabel = "TIME", defaultValue = "60s", description = "How long (${DEFAULT-VALUE}).")
    private Duration length = Duration.ZERO;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            defaultValue = "KILL",
            description = {
                "What happens to the leader:",
                "kill   SIGKILL (default)",
                "pause  SIGSTOP for longer than its session, then SIGCONT",
                "stop   SIGTERM",
                "none   nothing"
            })
    private Fault fault = Fault.KILL;

    @Option(
            names = "--fault-after",
            paramLabel = "TIME",
            description = "When exactly (a third of --for, with a job on its hands).")
    private Optional<Duration> faultAfter = Optional.empty();

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "How many (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--jobs", paramLabel = "FILE", description = "Jobs file, YAML (a sample).")
    private Optional<Path> jobs = Optional.empty();

    @Option(
            names = "--session-timeout",
            paramLabel = "TIME",
            defaultValue = "4s",
            description = "Of the nodes' ZooKeeper sessions, 1s to 60s (${DEFAULT-VALUE}).")
    private Duration sessionTimeout = Duration.ZERO;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "JDBC URL of SQLite or PostgreSQL, whose tables stay (a SQLite file that does not).")
    private Optional<String> store = Optional.empty();

    @Option(names = "--fresh", description = "Drop the tables baton_* of that store first.")
    private boolean fresh;

    @Option(names = "--summary", paramLabel = "FILE", description = "Write the account as JSON.")
    private Optional<Path> summary = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Made by picocli. */
    public Demo() {}

    /**
     * Plays the demo.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        Logger.getLogger("").setLevel(Level.SEVERE);
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Demo())
                .registerConverter(Duration.class, DurationText::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("demo: " + failure.getMessage());
                    if (failure instanceof DemoException known) {
                        return known.exitCode();
                    }
                    return failure instanceof JobsFileException ? ExitCode.JOBS_FILE : ExitCode.ERROR;
                });
    }

    @Override
    public Integer call() {
        check();
        LiveLog log = new LiveLog(System.out, System.console() != null && System.getenv("NO_COLOR") == null);
        Stage stage = new Stage(log);
        Ending ending = Ending.install(stage);
        try (Workspace workspace = Workspace.create()) {
            System.setProperty("org.sqlite.tmpdir", workspace.dir().toString());
            Summary result = play(plan(workspace), workspace, stage, log);
            result.print(log);
            summary.ifPresent(result::write);
            return result.exitCode();
        } finally {
            ending.reached();
        }
    }

    private Summary play(Plan plan, Workspace workspace, Stage stage, LiveLog log) {
        String url = store.orElse(workspace.store());
        if (fresh) {
            JdbcRunStore.drop(url);
        }
        try (Ensemble ensemble = Ensemble.start(workspace.zookeeper(), plan.tickTime());
                RunStore opened = JdbcRunStore.open(url);
                Performance performance = new Performance(plan, workspace, stage, log, opened)) {
            if (!opened.terms().isEmpty()) {
                throw new DemoException(
                        ExitCode.USAGE,
                        "the store has terms of another ensemble, whose tokens cannot be compared with those of this"
                                + " one: give --fresh to drop its tables baton_*, or name another store");
            }
            log.stage("ZooKeeper at " + ensemble.connectString() + ", " + plan.nodes() + " nodes, session timeout "
                    + plan.sessionTimeout().toMillis() + "ms, " + plan.jobs().size() + " jobs; times are UTC");
            return performance.play(ensemble.connectString());
        }
    }

    private Plan plan(Workspace workspace) {
        Path file = jobs.map(Path::toAbsolutePath).orElseGet(workspace::sampleJobs);
        List<Job> known = JobsFile.read(file);
        List<String> ledgered = known.stream()
                .filter(job -> String.join(" ", job.command()).contains("BATON_LEDGER"))
                .map(Job::name)
                .toList();
        return new Plan(length, fault, faultAfter, nodes, sessionTimeout, known, file, ledgered, store);
    }

    private void check() {
        if (length.isZero()) {
            throw wrong("--for must be longer than zero");
        }
        if (nodes < 1 || nodes > 20) {
            throw wrong("--nodes must be 1 to 20, but is " + nodes);
        }
        if (nodes == 1 && fault != Fault.NONE) {
            throw wrong("--nodes 1 leaves nobody to lead after --fault " + fault + ": give more, or --fault none");
        }
        if (sessionTimeout.compareTo(Duration.ofSeconds(1)) < 0
                || sessionTimeout.compareTo(Duration.ofMinutes(1)) > 0) {
            throw wrong("--session-timeout must be 1s to 60s, but is " + sessionTimeout.toMillis() + "ms");
        }
        if (faultAfter.isPresent() && faultAfter.get().compareTo(length) >= 0) {
            throw wrong("--fault-after must be less than --for, or it never comes");
        }
        if (fresh && store.isEmpty()) {
            throw wrong("--fresh drops the tables of a --store, and none is named");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
