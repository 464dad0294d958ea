package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures hand-overs. */
@Command(
        name = "bench",
        description =
                "Measure graceful hand-overs on this ensemble: two candidates, on a path made and removed for it.",
        footer =
                "%nFrom the decision to resign to the other's awaitLeadership(). Before each, the other stands for half a"
                        + " session timeout, so that its lease is held.",
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

    @Mixin
    private EnsembleOptions ensemble = new EnsembleOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many hand-overs. Default: ${DEFAULT-VALUE}.")
    private int rounds = 5;

    @Option(
            names = "--server-tick-time",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "The servers' tickTime. Default: ${DEFAULT-VALUE}.")
    private Duration tick = Duration.ofSeconds(2);

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (rounds < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--rounds: give 1 or more");
        }
        String path = "/baton-bench-" + UUID.randomUUID();
        try (CuratorFramework first = ensemble.open();
                CuratorFramework second = ensemble.open()) {
            List<Double> millis = new ArrayList<>();
            try (LeaderElection a = stand(first, path, "a")) {
                Duration limit = ensemble.connectTimeout().plus(sessionOf(first));
                a.awaitLeadership(limit).orElseThrow(() -> inVain(limit)); // or b might be in line before it
                try (LeaderElection b = stand(second, path, "b")) {
                    for (int i = 0; i < rounds; i++) {
                        millis.add(handover(i % 2 == 0 ? a : b, i % 2 == 0 ? b : a, sessionOf(first), limit));
                    }
                }
            } finally {
                ElectionOperator.of(first, path).remove();
            }
            print(millis);
        }
        return ExitCode.OK;
    }

    private LeaderElection stand(CuratorFramework client, String path, String id) {
        return LeaderElection.builder(client, path)
                .candidateId(id)
                .serverTickTime(tick)
                .start();
    }

    private static Duration sessionOf(CuratorFramework client) throws Exception {
        return Duration.ofMillis(client.getZookeeperClient().getZooKeeper().getSessionTimeout());
    }

    private static double handover(LeaderElection from, LeaderElection to, Duration session, Duration limit)
            throws InterruptedException {
        Leadership term = from.awaitLeadership(limit).orElseThrow(() -> inVain(limit));
        long standsSince = System.nanoTime();
        while (to.state().position().isEmpty() || System.nanoTime() - standsSince < session.toNanos() / 2) {
            if (System.nanoTime() - standsSince > limit.toNanos()) {
                throw inVain(limit);
            }
            Thread.sleep(20); // what is measured begins after this
        }
        long begin = System.nanoTime();
        term.close();
        to.awaitLeadership(limit).orElseThrow(() -> inVain(limit));
        return (System.nanoTime() - begin) / 1e6;
    }

    private static CommandFailure inVain(Duration limit) {
        return new CommandFailure(
                ExitCode.WAITED_IN_VAIN, "no leader within " + Durations.show(limit) + ": is the ensemble overloaded?");
    }

    private void print(List<Double> unsorted) {
        List<Double> millis = unsorted.stream().sorted().toList();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("handovers", millis.size());
        map.put("medianMillis", round(millis.get(millis.size() / 2)));
        map.put("fastestMillis", round(millis.get(0)));
        map.put("slowestMillis", round(millis.get(millis.size() - 1)));
        List<List<String>> rows = map.entrySet().stream()
                .map(entry -> List.of(entry.getKey(), entry.getValue().toString()))
                .toList();
        output.print(
                new Report(List.of(Report.Column.of("MEASURE"), Report.Column.of("VALUE")), rows, map),
                Objects.requireNonNull(spec).commandLine().getOut());
    }

    private static double round(double millis) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.1f", millis));
    }
}
