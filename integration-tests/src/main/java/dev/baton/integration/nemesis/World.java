package dev.baton.integration.nemesis;

import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.History;
import dev.baton.integration.history.UnreadableHistoryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** What a nemesis has power over: an ensemble, the candidates of one election on it, and an operator's client. */
final class World implements AutoCloseable {
    private final Ensemble ensemble;
    private final List<Candidate> candidates = new ArrayList<>();
    private final CuratorFramework operator;
    private final Settings settings;

    /** What a fault is being done to. */
    private final Set<String> busy = new HashSet<>();

    /** Starts nothing yet. */
    World(int servers, int candidates, Settings settings, Path directory) throws IOException {
        this.settings = settings;
        this.ensemble = new Ensemble(servers, settings.tick(), directory);
        // The queue's names and the ledger's come in one answer each.
        System.setProperty("jute.maxbuffer", Integer.toString(Ensemble.LARGEST_ANSWER));
        this.operator = CuratorFrameworkFactory.newClient(ensemble.connectString(), new RetryNTimes(100, 200));
        for (int i = 1; i <= candidates; i++) {
            this.candidates.add(new Candidate(settings.standingAs("c" + i), ensemble, directory));
        }
    }

    /** Starts all of it; returns when all candidates stand. */
    void start() throws IOException, InterruptedException {
        ensemble.start();
        operator.start();
        for (Candidate candidate : candidates) {
            candidate.start();
            candidate.awaitStanding();
        }
    }

    Ensemble ensemble() {
        return ensemble;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    CuratorFramework operator() {
        return operator;
    }

    Settings settings() {
        return settings;
    }

    /** Who was last seen to lead. */
    Optional<Candidate> leader() {
        return candidates.stream()
                .filter(candidate -> candidate.heldUntil().isPresent())
                .max((one, other) -> Long.compare(
                        one.heldUntil().orElse(Long.MIN_VALUE),
                        other.heldUntil().orElse(Long.MIN_VALUE)));
    }

    /** What the candidates have written until now. */
    History history() throws UnreadableHistoryException {
        return History.read(candidates.stream()
                .flatMap(candidate -> candidate.journals().stream())
                .toList());
    }

    /** A candidate that nothing is done to, more often than not the one that leads; empty if there is none. */
    Optional<Candidate> victim(Random random) {
        Optional<Candidate> leader = leader().filter(this::isFree);
        if (leader.isPresent() && random.nextInt(10) < 6) {
            return leader;
        }
        List<Candidate> free = candidates.stream().filter(this::isFree).toList();
        return free.isEmpty() ? Optional.empty() : Optional.of(free.get(random.nextInt(free.size())));
    }

    private boolean isFree(Candidate candidate) {
        return isFree(candidate.id()) && candidate.isRunning();
    }

    /** Whether nothing is done to any server. */
    boolean allServersAreFree() {
        return ensemble.servers().stream().allMatch(server -> isFree(server.name()));
    }

    private synchronized boolean isFree(String name) {
        return !busy.contains(name);
    }

    synchronized void occupy(Set<String> names) {
        busy.addAll(names);
    }

    synchronized void free(Set<String> names) {
        busy.removeAll(names);
    }

    @Override
    public void close() throws IOException {
        for (Candidate candidate : candidates) {
            candidate.close();
        }
        operator.close();
        ensemble.close();
    }
}
