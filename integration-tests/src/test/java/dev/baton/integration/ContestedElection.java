package dev.baton.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.integration.candidate.Recipe;
import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.History;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Ledger;
import dev.baton.integration.history.Sighting.Crashed;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Verdict;
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
    Conclusion conclude() {
        List<Journal.Line> lines = new ArrayList<>();
        for (CandidateContainer candidate : candidates) {
            if (candidate.isRunning()) {
                candidate.stop();
            }
            lines.addAll(candidate.journal());
        }
        lines.addAll(ledger());
        return new Conclusion(new History(lines));
    }

    /** How the election ended. */
    record Conclusion(History history) {
        /** What must be true whatever happened. */
        void assertSafe() {
            assertThat(history.terms()).as("terms held").isNotEmpty();
            assertThat(history.sightings(Entry.class))
                    .as("entries of the ledger")
                    .isNotEmpty();
            assertThat(Verdict.of(history, Duration.ZERO, false).findings())
                    .as("what must hold and did not")
                    .isEmpty();
        }
    }

    @Override
    public void close() {
        candidates.forEach(CandidateContainer::close);
    }

    private Settings settings(String id) {
        return new Settings(
                id,
                ensemble.connectInside(),
                "/elections/" + name,
                "/work/" + name,
                session,
                Ensemble.TICK,
                Recipe.BATON);
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

    private List<Journal.Line> ledger() {
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(ensemble.connectOutside(), new RetryOneTime(500))) {
            client.start();
            return Ledger.read(client, settings("judge").ledger());
        } catch (Exception failed) {
            throw new IllegalStateException("cannot read " + settings("judge").ledger(), failed);
        }
    }
}
