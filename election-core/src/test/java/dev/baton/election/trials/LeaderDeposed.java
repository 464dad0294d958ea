package dev.baton.election.trials;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * One round of trial A5: sessions on the server that leads, which is stopped until another leads, and asked again as it
 * wakes and does not know yet that it is deposed.
 */
final class LeaderDeposed implements AutoCloseable {

    /** How the sessions ask: a third each reads, syncs and writes. */
    private enum Asking {
        READ,
        SYNC,
        WRITE
    }

    private record Asked(TrialSession session, Asking how, CompletableFuture<Code> answer) {}

    /** What a round showed. */
    record Round(List<Trial> trials, int staleAnswers, List<Code> answersToWrites) {}

    private static final int OF_EACH = 8;
    private static final Duration LONG = Duration.ofSeconds(40);
    /** The later the deposed one is asked, the more "last send + T" promises; the client gives up after 2 T / 3. */
    private static final Duration DEPOSED_FOR = Duration.ofMillis(1500);

    private final RealEnsemble ensemble;
    private final Duration timeout;
    private final ExecutorService vanishing = Executors.newCachedThreadPool();

    LeaderDeposed(RealEnsemble ensemble, Duration timeout) {
        this.ensemble = ensemble;
        this.timeout = timeout;
    }

    Round round(String name) throws IOException, InterruptedException, KeeperException {
        ensemble.awaitAllServe();
        ServerProcess deposed = ensemble.leader();
        List<TrialSession> sessions = sessions(deposed, name);
        earnLeases(sessions);
        deposed.freeze();
        try (Removals removals = new Removals(ensemble.awaitLeaderOtherThan(deposed))) {
            removals.watch(sessions);
            later(DEPOSED_FOR).join();
            List<Asked> asked = ask(sessions);
            deposed.wake();
            removals.awaitAll(sessions);
            return new Round(
                    asked.stream().map(each -> trial(each, removals)).toList(),
                    (int) asked.stream()
                            .filter(each -> each.how() != Asking.WRITE)
                            .filter(each -> each.answer().join() == Code.OK)
                            .count(),
                    asked.stream()
                            .filter(each -> each.how() == Asking.WRITE)
                            .map(each -> each.answer().join())
                            .toList());
        } finally {
            deposed.wake();
        }
    }

    private List<TrialSession> sessions(ServerProcess leader, String name)
            throws IOException, InterruptedException, KeeperException {
        List<TrialSession> sessions = new ArrayList<>();
        for (int i = 0; i < OF_EACH * Asking.values().length; i++) {
            sessions.add(new TrialSession(leader, "/" + name + "-" + i, timeout));
        }
        for (TrialSession session : sessions) {
            await().atMost(LONG).until(() -> session.getState().isConnected());
            session.createZnode();
        }
        return sessions;
    }

    /** Renews twice, an interval after the answer, as SessionLease does. */
    private void earnLeases(List<TrialSession> sessions) {
        Duration interval = timeout.dividedBy(5).plusMillis(1);
        sessions.stream()
                .map(session -> session.renew()
                        .thenComposeAsync(first -> session.renew(), delayed(interval))
                        .thenAccept(second -> require(second == Code.OK, "a server that was well answered " + second)))
                .toList()
                .forEach(CompletableFuture::join);
        require(sessions.stream().allMatch(session -> session.leaseEnd().isPresent()), "a session without a lease");
    }

    private List<Asked> ask(List<TrialSession> sessions) {
        List<Asked> asked = new ArrayList<>();
        for (TrialSession session : sessions) {
            Asking how = Asking.values()[asked.size() % Asking.values().length];
            CompletableFuture<Code> answer = switch (how) {
                case READ -> session.read();
                case SYNC -> session.flush();
                case WRITE -> session.renew();
            };
            // Frozen on its answer: a session that went on would connect again, and be touched.
            answer.thenRunAsync(session::vanish, vanishing);
            asked.add(new Asked(session, how, answer));
        }
        return asked;
    }

    private Trial trial(Asked asked, Removals removals) {
        TrialSession session = asked.session();
        return new Trial(asked.how().name(), timeout, session.lastSent(), session.leaseEnd(), removals.of(session));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static Executor delayed(Duration delay) {
        return CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static CompletableFuture<Void> later(Duration delay) {
        return CompletableFuture.runAsync(() -> {}, delayed(delay));
    }

    @Override
    public void close() {
        vanishing.shutdownNow();
    }
}
