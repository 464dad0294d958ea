package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import dev.baton.election.ElectionSnapshot;
import dev.baton.election.Leader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints one election, or all below a path. */
@Command(
        name = "status",
        description = "Print who leads: in one election, or in all that are found below a path.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

    private static final int MOST_ZNODES = 20_000;

    private static final List<Report.Column> COLUMNS = List.of(
            Report.Column.of("ELECTION"),
            Report.Column.of("LEADER"),
            Report.Column.of("TOKEN"),
            Report.Column.of("LEADS FOR"),
            Report.Column.of("CANDIDATES"),
            Report.Column.wide("TERMS REMEMBERED"),
            Report.Column.wide("SINCE"));

    @Mixin
    private EnsembleOptions ensemble = new EnsembleOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(
            paramLabel = "PATH",
            arity = "0..1",
            defaultValue = "/",
            description = "An election, or a path above elections. Default: ${DEFAULT-VALUE}.")
    private String path = "/";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (CuratorFramework client = ensemble.open()) {
            List<ElectionSnapshot> found = new ArrayList<>();
            for (String each : elections(client, path)) {
                found.add(ElectionOperator.of(client, each).read());
            }
            CommandSpec given = java.util.Objects.requireNonNull(spec);
            if (found.isEmpty()) {
                given.commandLine().getErr().println("baton: there is no election at or below " + path);
                return ExitCode.NO_LEADER;
            }
            output.print(
                    new Report(
                            COLUMNS,
                            found.stream().map(StatusCommand::row).toList(),
                            found.stream().map(Documents::of).toList()),
                    given.commandLine().getOut());
            return ExitCode.OK;
        }
    }

    private static List<String> row(ElectionSnapshot election) {
        return List.of(
                election.path(),
                election.leader().map(Leader::candidateId).orElse("-"),
                election.leader().map(leader -> leader.token().toString()).orElse("-"),
                election.leader().map(leader -> Documents.ago(leader.since())).orElse("-"),
                Integer.toString(election.candidates().size()),
                Integer.toString(election.history().size()),
                election.leader().map(leader -> Documents.time(leader.since())).orElse("-"));
    }

    /** A path is an election if it has a baton and a queue. What may not be read is passed over. */
    private static List<String> elections(CuratorFramework client, String top) throws Exception {
        List<String> found = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>(List.of(top));
        for (int seen = 0; !open.isEmpty(); seen++) {
            if (seen == MOST_ZNODES) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "there are more than " + MOST_ZNODES + " znodes below " + top + ": name a path closer to it");
            }
            String next = open.remove();
            List<String> children = children(client, next);
            if (children.contains("baton") && children.contains("candidates")) {
                found.add(next);
            } else {
                children.stream()
                        .sorted()
                        .map(child -> ZKPaths.makePath(next, child))
                        .forEach(open::add);
            }
        }
        return found;
    }

    private static List<String> children(CuratorFramework client, String path) throws Exception {
        try {
            return client.getChildren().forPath(path);
        } catch (KeeperException.NoNodeException | KeeperException.NoAuthException passedOver) {
            return List.of();
        }
    }
}
