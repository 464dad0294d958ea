package dev.baton.election.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import dev.baton.election.fencing.TokenGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R14: servers that were restored from an old backup hand tokens out again; the steps of docs/operations.md end that. */
class RestoreIT {

    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final TokenGate store = new InMemoryTokenGate();

    @TempDir
    private Path directory;

    /** One term of a new candidate, which then resigns. */
    private static TermId elect(String connect, String candidate) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(connect)
                .sessionTimeoutMs(3000)
                .connectionTimeoutMs(20_000)
                .retryPolicy(new RetryOneTime(200))
                .build()) {
            client.start();
            try (LeaderElection election = LeaderElection.builder(client, "/billing/leader")
                            .candidateId(candidate)
                            .serverTickTime(TICK)
                            .start();
                    Leadership term = election.awaitLeadership(LONG).orElseThrow()) {
                return term.id();
            }
        }
    }

    private void accepted(TermId term) {
        Boolean written = store.<Boolean, RuntimeException>guard("invoices", term, () -> true);
        assertThat(written).isTrue();
    }

    private void refused(TermId term) {
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> store.guard("invoices", term, () -> true))
                .withMessageContaining("docs/operations.md");
    }

    private static void copy(Path from, Path to) throws IOException {
        delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The step of docs/operations.md: the number that every server is to start above. */
    private static void raiseAcceptedEpoch(Path data, TermId highest) throws IOException {
        Files.writeString(
                data.resolve("version-2/acceptedEpoch"),
                Long.toString(highest.token().zxid() >>> 32));
    }

    @Test
    void threeServersGoOnAboveTheHighestTokenOnceAcceptedEpochIsRaised_R14() throws Exception {
        try (RealEnsemble ensemble = new RealEnsemble(TICK, 10)) {
            accepted(elect(ensemble.connectString(), "before"));
            ensemble.stop();
            for (Path data : ensemble.data()) {
                copy(data, directory.resolve("backup-" + data.getFileName()));
            }
            ensemble.start();
            TermId lost = elect(ensemble.connectString(), "lost");
            accepted(lost);
            ensemble.stop();
            for (Path data : ensemble.data()) {
                copy(directory.resolve("backup-" + data.getFileName()), data);
                raiseAcceptedEpoch(data, lost);
            }
            List<Long> current = currentEpochs(ensemble);
            ensemble.start();
            TermId next = elect(ensemble.connectString(), "next");
            accepted(next);
            refused(lost);
            assertThat(next.token().zxid() >>> 32).isEqualTo((lost.token().zxid() >>> 32) + 1);
            assertThat(current)
                    .as("currentEpoch stays as restored")
                    .allMatch(epoch -> epoch < next.token().zxid() >>> 32);
        }
    }

    private static List<Long> currentEpochs(RealEnsemble ensemble) {
        return ensemble.data().stream()
                .map(data -> {
                    try {
                        return Long.valueOf(Files.readString(data.resolve("version-2/currentEpoch"))
                                .strip());
                    } catch (IOException unreadable) {
                        throw new AssertionError(unreadable);
                    }
                })
                .toList();
    }

    /** A server on its own, started anew by each step. */
    private ServerProcess server(Path data, String... more) throws IOException {
        List<Integer> ports = RealEnsemble.freePorts(3);
        Path configuration = Files.writeString(
                directory.resolve("zoo.cfg"),
                String.join(
                                "\n",
                                "tickTime=" + TICK.toMillis(),
                                "initLimit=20",
                                "syncLimit=10",
                                "dataDir=" + data,
                                "clientPort=" + ports.get(0),
                                "clientPortAddress=127.0.0.1",
                                "4lw.commands.whitelist=srvr",
                                String.join("\n", more))
                        .formatted(ports.get(1), ports.get(2)));
        return ServerProcess.start(configuration, directory.resolve("server.log"), ports.get(0));
    }

    private static TermId electAndStop(ServerProcess server, String candidate, Callable<Boolean> serves)
            throws Exception {
        try {
            await().atMost(LONG).until(serves);
            return elect(server.connectString(), candidate);
        } finally {
            server.kill();
        }
    }

    private TermId electAlone(Path data, String candidate) throws Exception {
        ServerProcess server = server(data);
        return electAndStop(server, candidate, server::standsAlone);
    }

    private TermId electAsQuorumOfOne(Path data, String candidate) throws Exception {
        ServerProcess server = server(data, "standaloneEnabled=false", "server.1=127.0.0.1:%d:%d");
        return electAndStop(server, candidate, server::leads);
    }

    @Test
    void singleServerRepeatsTokensUntilItRunsOnceAsAQuorumOfOne_R14() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.writeString(data.resolve("myid"), "1");
        accepted(electAlone(data, "before"));
        copy(data, directory.resolve("backup"));
        TermId lost = electAlone(data, "lost");
        accepted(lost);

        copy(directory.resolve("backup"), data);
        TermId again = electAlone(data, "again");
        assertThat(again.token()).as("tokens repeat or go back").isLessThanOrEqualTo(lost.token());
        refused(again);

        copy(directory.resolve("backup"), data);
        raiseAcceptedEpoch(data, lost);
        TermId still = electAlone(data, "still");
        assertThat(still.token())
                .as("a server on its own does not read the file")
                .isLessThanOrEqualTo(lost.token());
        refused(still);

        copy(directory.resolve("backup"), data);
        raiseAcceptedEpoch(data, lost);
        TermId remedied = electAsQuorumOfOne(data, "remedied");
        accepted(remedied);
        assertThat(remedied.token().zxid() >>> 32).isEqualTo((lost.token().zxid() >>> 32) + 1);
        TermId alone = electAlone(data, "alone");
        assertThat(alone.token()).isGreaterThan(remedied.token());
        accepted(alone);
    }
}
