package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.baton.election.FencingToken;
import dev.baton.integration.candidate.Journal;
import dev.baton.integration.candidate.Settings;
import dev.baton.integration.candidate.Sighting.Crashed;
import dev.baton.integration.candidate.Sighting.Elected;
import dev.baton.integration.candidate.Sighting.Started;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.awaitility.core.ConditionFactory;

/** An election with some candidates in containers, whose history is judged at its end. */
final class ContestedElection implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final Ensemble ensemble;
    private final String name;
    private final Duration session;
    private final List<CandidateContainer> candidates = new ArrayList<>();

    /**
     * An election under a path of its own.
     *
     * @param name of the path, and of the directory of the candidates' logs
     * @param session the candidates' session timeout
     */
    ContestedElection(Ensemble ensemble, String name, Duration session) {
        this.ensemble = ensemble;
        this.name = name;
        this.session = session;
    }

    /** A condition that the test waits for, for long enough that only a fault lets it fail. */
    static ConditionFactory eventually(String what) {
        return await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }

    /** Starts a candidate and returns when it stands. */
    CandidateContainer stand(String id) {
        CandidateContainer candidate = new CandidateContainer(settings(id), ensemble.network(), log(id));
        candidates.add(candidate);
        eventually(id + " stands")
                .failFast(
                        "a thread of " + id + " died",
                        () -> candidate.saw(Crashed.class).findAny().isPresent())
                .until(() -> candidate.saw(Started.class).findAny().isPresent());
        return candidate;
    }

    /** Starts a candidate and returns when it leads, for the first time. */
    Elected lead(CandidateContainer candidate) {
        eventually(candidate.id() + " leads")
                .until(() -> candidate.saw(Elected.class).findAny().isPresent());
        return candidate.saw(Elected.class).findFirst().orElseThrow();
    }

    /**
     * Ends the election, as its history can be judged only when nobody adds to it: asks all candidates that are left to
     * end, one after the other, and returns what was seen and written.
     */
    History conclude() {
        List<Journal.Line> lines = new ArrayList<>();
        for (CandidateContainer candidate : candidates) {
            if (candidate.isRunning()) {
                candidate.stop();
            }
            lines.addAll(candidate.journal());
        }
        return new History(lines, ledger());
    }

    @Override
    public void close() {
        candidates.forEach(CandidateContainer::close);
    }

    private Settings settings(String id) {
        return new Settings(
                id, ensemble.connectInside(), "/elections/" + name, "/work/" + name, session, Ensemble.TICK);
    }

    private Path log(String id) {
        Path directory = Path.of(System.getProperty("baton.containers.dir"), "logs", name);
        try {
            Files.createDirectories(directory);
            Path log = directory.resolve(id + ".log");
            Files.deleteIfExists(log);
            return log;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<FencingToken> ledger() {
        String ledger = settings("judge").ledger();
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(ensemble.connectOutside(), new RetryOneTime(500))) {
            client.start();
            List<FencingToken> tokens = new ArrayList<>();
            // Fewer than 10^10 entries: all names have the same length, so that their order is that of their numbers.
            for (String entry :
                    client.getChildren().forPath(ledger).stream().sorted().toList()) {
                byte[] data = client.getData().forPath(ledger + "/" + entry);
                tokens.add(FencingToken.parse(new String(data, UTF_8)));
            }
            return tokens;
        } catch (Exception failed) {
            throw new IllegalStateException("cannot read " + ledger, failed);
        }
    }
}
