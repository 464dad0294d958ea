package dev.baton.election.cli;

import dev.baton.election.DisconnectPolicy;
import dev.baton.election.ElectionBuilder;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program while it leads. */
@Command(
        name = "run",
        description = "Stand for election, run a program while leading, and give way. The program is killed before"
                + " anybody else can lead, also if this command is stopped or killed itself.",
        footer = {
            "%nThe program finds BATON_TOKEN, BATON_TOKEN_LONG, BATON_ELECTION, BATON_CANDIDATE and BATON_LEASE_DEADLINE"
                    + " (milliseconds since 1970, as of its start) in its environment.",
            "Its own exit code is returned; 6 if it was ended as leadership was lost.",
            "Needs bash, and setsid and setpriv of util-linux."
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    /** What is done to the program when leadership is about to be lost. */
    enum OnLoss {
        KILL,
        TERM,
        NONE
    }

    /** A lease is never shorter than half a session while it is renewed; the grace must leave room below that. */
    private static final int LEAST_GRACES_PER_SESSION = 4;

    private static final Duration USUAL_GRACE = Duration.ofSeconds(3);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    @Mixin
    private EnsembleOptions ensemble = new EnsembleOptions();

    @Option(names = "--election", paramLabel = "PATH", required = true, description = "Such as /billing/leader.")
    private String path = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "The id to stand under. Default: host name and process id.")
    private @Nullable String id;

    @Option(names = "--priority", paramLabel = "N", description = "How much it wants to lead, 0 to 9999. Default: 0.")
    private int priority;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "Give up with code 124 if it does not lead by then. Default: wait for ever.")
    private @Nullable Duration timeout;

    @Option(
            names = "--on-loss",
            paramLabel = "WHAT",
            defaultValue = "term",
            description =
                    "When the lease runs out: term sends SIGTERM, and SIGKILL after the grace; kill sends SIGKILL at"
                            + " once, as late as that is safe; none lets it run. Default: ${DEFAULT-VALUE}.")
    private OnLoss onLoss = OnLoss.TERM;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            description =
                    "How long before SIGKILL comes SIGTERM; at most a quarter of the session timeout. Default: 3s, or"
                            + " that quarter.")
    private @Nullable Duration grace;

    @Option(names = "--restart", description = "Stand again when leadership was lost, rather than exit with 6.")
    private boolean restart;

    @Option(
            names = "--server-tick-time",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "The servers' tickTime; the session timeout must be five of them. Default: ${DEFAULT-VALUE}.")
    private Duration tick = Duration.ofSeconds(2);

    @Option(
            names = {"-q", "--quiet"},
            description = "Say only what went wrong.")
    private boolean quiet;

    @Parameters(paramLabel = "CMD", arity = "1..*", description = "After --: the program and its arguments.")
    private List<String> command = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Program.require(command.get(0));
        for (String needed : List.of("bash", "setsid", "setpriv")) {
            if (Program.onPath(needed).isEmpty()) {
                throw new CommandFailure(ExitCode.FAILED, "'baton run' needs " + needed + ", which is not on the PATH");
            }
        }
        try (CuratorFramework client = ensemble.open()) {
            Duration session =
                    Duration.ofMillis(client.getZookeeperClient().getZooKeeper().getSessionTimeout());
            Duration agreed = graceWithin(session);
            Interruption interruption = new Interruption(Thread.currentThread());
            Signals.tell(interruption::signalled);
            ElectionBuilder builder = LeaderElection.builder(client, path)
                    .priority(priority)
                    .serverTickTime(tick)
                    .disconnectPolicy(DisconnectPolicy.HOLD_UNTIL_LEASE_END)
                    .closeTimeout(CLOSE)
                    .listener(new Complaints(err(), interruption));
            if (id != null) {
                builder.candidateId(id);
            }
            try (LeaderElection election = builder.start()) {
                return stand(election, interruption, agreed);
            }
        }
    }

    private int stand(LeaderElection election, Interruption interruption, Duration agreed) throws InterruptedException {
        say("stands in " + path + " as " + election.state().candidateId());
        long start = System.nanoTime();
        while (true) {
            Optional<Leadership> term;
            try {
                term = timeout == null
                        ? Optional.of(election.awaitLeadership())
                        : election.awaitLeadership(timeout.minusNanos(System.nanoTime() - start));
            } catch (InterruptedException told) {
                return interruption.exitCode();
            }
            if (term.isEmpty()) {
                complain("did not come to lead " + path + " within " + Durations.show(Objects.requireNonNull(timeout)));
                return ExitCode.WAITED_IN_VAIN;
            }
            say("leads " + path + ", token " + term.get().token());
            try (Leadership leads = term.get()) {
                Tenure tenure = new Tenure(leads, path, onLoss, agreed, interruption, this::complain);
                int code = tenure.run(command);
                if (!tenure.wasLost()) {
                    return code;
                }
            }
            complain("leadership of " + path + " was lost, and the program ended");
            if (!restart || interruption.came()) {
                return ExitCode.LEADERSHIP_LOST;
            }
            start = System.nanoTime();
        }
    }

    private Duration graceWithin(Duration session) {
        Duration most = session.dividedBy(LEAST_GRACES_PER_SESSION);
        if (grace == null) {
            return USUAL_GRACE.compareTo(most) < 0 ? USUAL_GRACE : most;
        }
        if (grace.compareTo(most) > 0) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--grace " + Durations.show(grace)
                            + " is more than a quarter of the session timeout that the server" + " agreed to, "
                            + Durations.show(session) + ": ask for a longer --session-timeout");
        }
        return grace;
    }

    private void say(String text) {
        if (!quiet) {
            complain(text);
        }
    }

    private void complain(String text) {
        err().println("baton: " + text);
        err().flush();
    }

    private PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }
}
