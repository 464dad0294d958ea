package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.jobs.DurationText;
import dev.baton.election.examples.scheduler.jobs.JobsFile;
import dev.baton.election.examples.scheduler.jobs.JobsFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs one scheduler node until it is terminated. */
@Command(
        name = "scheduler-node",
        mixinStandardHelpOptions = true,
        description = "Runs one scheduler node: a candidate for coordinator, and a worker.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "1:could not start or go on",
            "2:wrong option",
            "3:wrong jobs file",
            "143:terminated in good order"
        })
public final class SchedulerNode implements Callable<Integer> {

    @Option(names = "--id", required = true, description = "Name among the candidates.")
    private String id = "";

    @Option(names = "--zookeeper", required = true, description = "Connect string: host:port,… .")
    private String zookeeper = "";

    @Option(names = "--root", defaultValue = "/scheduler", description = "Base znode (default: ${DEFAULT-VALUE}).")
    private String root = "";

    @Option(names = "--store", required = true, description = "JDBC URL of SQLite or PostgreSQL.")
    private String store = "";

    @Option(names = "--jobs", required = true, description = "Jobs file (YAML).")
    private Path jobs = Path.of("");

    @Option(names = "--session-timeout", defaultValue = "15s", description = "Default: ${DEFAULT-VALUE}.")
    private Duration sessionTimeout = Duration.ZERO;

    @Option(
            names = "--tick-time",
            defaultValue = "2s",
            description =
                    "tickTime of the servers, at most a fifth of the session timeout (default: ${DEFAULT-VALUE}).")
    private Duration tickTime = Duration.ZERO;

    @Option(
            names = "--drain",
            defaultValue = "10s",
            description = "How long running jobs are waited for when leaving (default: ${DEFAULT-VALUE}).")
    private Duration drain = Duration.ZERO;

    @Option(
            names = "--child-of-demo",
            hidden = true,
            description = "End when standard input ends; delete this directory.")
    private Optional<Path> demo = Optional.empty();

    /** Made by picocli. */
    public SchedulerNode() {}

    /**
     * Runs a node.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        int code = commandLine().execute(args);
        System.exit(code);
    }

    static CommandLine commandLine() {
        return new CommandLine(new SchedulerNode())
                .registerConverter(Duration.class, DurationText::parse)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage());
                    return failure instanceof JobsFileException ? 3 : 1;
                });
    }

    @Override
    public Integer call() throws Exception {
        NodeSettings settings =
                new NodeSettings(id, zookeeper, root, sessionTimeout, tickTime, store, JobsFile.read(jobs), drain);
        Events events = new EventStream(System.out);
        PauseRehearsal rehearsal = new PauseRehearsal(events);
        AtomicReference<Node> running = new AtomicReference<>();
        demo.ifPresent(dir -> new Thread(() -> obey(dir, rehearsal, running), "demo-control").start());
        Node node = Node.start(settings, rehearsal, events);
        running.set(node);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> node.leave(drain), "leave"));
        events.tell(EventKind.UP, ProcessHandle.current().pid(), "ready");
        new CountDownLatch(1).await();
        return 1;
    }

    /** Obeys the demo until that is gone, however it went; then nothing of it may be left: neither process nor file. */
    private static void obey(Path dir, PauseRehearsal rehearsal, AtomicReference<Node> running) {
        new DemoControl(System.in, rehearsal).obeyUntilEnd();
        Recurring abandoning = new Recurring("abandoning", Duration.ZERO, () -> {
            Optional.ofNullable(running.get()).ifPresent(Node::abandon);
            return false;
        });
        abandoning.start();
        abandoning.awaitEnd(Duration.ofSeconds(10));
        try {
            Leftovers.delete(dir);
        } catch (IOException notDeleted) {
            System.err.println("cannot delete " + dir + ": " + notDeleted.getMessage());
        }
        // No orderly exit: that would drain and resign, and there is nobody to hand over to.
        Runtime.getRuntime().halt(1);
    }
}
