package dev.baton.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.integration.candidate.Recipe;
import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.History;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Ledger;
import dev.baton.integration.history.Sighting;
import dev.baton.integration.history.Sighting.Crashed;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.Entry;
import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Healed;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Revoked;
import dev.baton.integration.history.Sighting.Run;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Store;
import dev.baton.integration.history.Sighting.Update;
import dev.baton.integration.history.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
    private final List<Journal.Line> own = new ArrayList<>();
    private int faults;

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
        note(new Run(
                name,
                Recipe.BATON.toString(),
                0,
                session.toMillis(),
                Ensemble.TICK.toMillis(),
                true,
                System.nanoTime()));
    }

    private void note(Sighting sighting) {
        own.add(new Journal.Line("test", Instant.now().toString(), sighting));
    }

    /** Does something to these, which becomes part of the history; returns its number. */
    int fault(FaultKind kind, List<String> targets, Runnable deed) {
        note(new Fault(++faults, kind, targets, "", System.nanoTime()));
        deed.run();
        return faults;
    }

    /** Undoes what was done. */
    void heal(int fault, Runnable deed) {
        deed.run();
        note(new Healed(fault, System.nanoTime()));
    }

    /** Kills a candidate. */
    void kill(CandidateContainer candidate) {
        fault(FaultKind.CANDIDATE_KILLED, List.of(candidate.id()), candidate::kill);
    }

    /** A condition that the test waits for, for long enough that only a fault lets it fail. */
    static ConditionFactory eventually(String what) {
        return await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }

    /** Starts a candidate and returns when it stands. */
    CandidateContainer stand(String id) {
        return stand(id, ensemble.names());
    }

    /** The same, on a client that knows these servers only. */
    CandidateContainer stand(String id, List<String> servers) {
        CandidateContainer candidate = new CandidateContainer(
                settings(id).connectingTo(ensemble.connectInside(servers)), ensemble.network(), log(id));
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
        for (int i = 0; i < 3 && !history().sawLostUpdate(); i++) {
            control();
        }
        List<Journal.Line> lines = new ArrayList<>(own);
        for (CandidateContainer candidate : candidates) {
            if (candidate.isRunning()) {
                candidate.stop();
            }
            lines.addAll(candidate.journal());
        }
        lines.addAll(ledger());
        return new Conclusion(new History(lines));
    }

    /**
     * The negative control: the leader is paused past its session, while it is about to write what it has read. Most often
     * it has not written yet, and the unfenced counter loses an update.
     */
    private void control() {
        while (candidates.stream().filter(CandidateContainer::isRunning).count() < 2) {
            stand("control-" + candidates.size());
        }
        CandidateContainer leader = awaitLeader();
        List<CandidateContainer> others = candidates.stream()
                .filter(each -> each != leader && each.isRunning())
                .toList();
        int paused = fault(FaultKind.CANDIDATE_PAUSED_LONG, List.of(leader.id()), leader::pause);
        long begin = System.nanoTime();
        eventually("another counts while " + leader.id() + " is paused")
                .until(() -> others.stream()
                        .anyMatch(each -> each.saw(Update.class)
                                        .filter(update -> update.store() == Store.UNFENCED && update.begin() > begin)
                                        .count()
                                > 2));
        heal(paused, leader::resume);
        eventually(leader.id() + " knows that its term is over, and has counted nevertheless")
                .until(() -> leader.saw(Revoked.class).anyMatch(revoked -> revoked.nanos() > begin)
                        && leader.saw(Update.class)
                                .anyMatch(update -> update.store() == Store.UNFENCED
                                        && update.end() > begin
                                        && update.outcome() != Outcome.UNKNOWN));
    }

    /** Who is in a term now, as soon as anybody is. */
    CandidateContainer awaitLeader() {
        eventually("somebody leads")
                .until(() -> candidates.stream().anyMatch(each -> each.isRunning() && each.isInOffice()));
        return candidates.stream()
                .filter(each -> each.isRunning() && each.isInOffice())
                .findFirst()
                .orElseThrow();
    }

    /** What was seen until now. */
    private Conclusion history() {
        List<Journal.Line> lines = new ArrayList<>(own);
        candidates.forEach(candidate -> lines.addAll(candidate.journal()));
        return new Conclusion(new History(lines));
    }

    /** How the election ended. */
    record Conclusion(History history) {
        private boolean sawLostUpdate() {
            return Verdict.of(history, Duration.ZERO, true).control().sawSomething();
        }

        /** What must be true whatever happened. */
        void assertSafe() {
            assertThat(history.terms()).as("terms held").isNotEmpty();
            assertThat(history.sightings(Entry.class))
                    .as("entries of the ledger")
                    .isNotEmpty();
            Verdict verdict = Verdict.of(history, Duration.ZERO, true);
            assertThat(verdict.findings()).as("what must hold and did not").isEmpty();
            assertThat(verdict.outcome()).as("the verdict").isEqualTo(Verdict.Outcome.CLEAN);
        }
    }

    @Override
    public void close() {
        candidates.forEach(CandidateContainer::close);
    }

    private Settings settings(String id) {
        return new Settings(
                id,
                ensemble.connectInside(ensemble.names()),
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
            long lives =
                    candidates.stream().filter(each -> each.id().equals(id)).count();
            Path log = directory.resolve(lives == 0 ? id + ".log" : id + "-" + (lives + 1) + ".log");
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
