package dev.baton.election.trials;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/** One round of trials A1 to A4: many sessions on one follower, which is killed right after it acknowledged. */
final class FollowerKilled implements AutoCloseable {

    private static final int OF_EACH_SCRIPT = 4;
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration WARM_UP = Duration.ofMillis(500);
    /** The last writes of all are sent within this long, so that the follower meets its end at many distances. */
    private static final Duration SPREAD = Duration.ofMillis(200);

    private final RealEnsemble ensemble;
    private final Duration tick;
    private final Duration timeout;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);

    FollowerKilled(RealEnsemble ensemble, Duration tick) {
        this.ensemble = ensemble;
        this.tick = tick;
        this.timeout = tick.multipliedBy(5);
    }

    List<Trial> round(String name) throws IOException, InterruptedException, KeeperException {
        ensemble.awaitAllServe();
        ServerProcess follower = ensemble.follower();
        try (Removals removals = new Removals(ensemble.leader())) {
            Map<TrialSession, Script> sessions = sessions(follower, name);
            removals.watch(sessions.keySet());
            play(sessions).join();
            follower.kill();
            sessions.keySet().forEach(TrialSession::vanish);
            removals.awaitAll(sessions.keySet());
            follower.restart();
            List<Trial> trials = new ArrayList<>();
            sessions.forEach((session, script) -> trials.add(
                    new Trial(script.name(), timeout, session.lastSent(), session.leaseEnd(), removals.of(session))));
            return trials;
        }
    }

    private Map<TrialSession, Script> sessions(ServerProcess follower, String name)
            throws IOException, KeeperException, InterruptedException {
        Map<TrialSession, Script> sessions = new LinkedHashMap<>();
        for (Script script : Script.values()) {
            for (int i = 0; i < OF_EACH_SCRIPT; i++) {
                sessions.put(new TrialSession(follower, "/" + name + "-" + script + "-" + i, timeout), script);
            }
        }
        for (TrialSession session : sessions.keySet()) {
            await().atMost(LONG).until(() -> session.getState().isConnected());
            session.createZnode();
        }
        return sessions;
    }

    /** Sends what the scripts say; the last write of each soon after the servers' next tick. */
    private CompletableFuture<?> play(Map<TrialSession, Script> sessions) {
        long first = nextTickAfter(timeout.dividedBy(5).multipliedBy(4).plus(WARM_UP));
        List<CompletableFuture<?>> answers = new ArrayList<>();
        sessions.forEach((session, script) -> {
            long last = first + ThreadLocalRandom.current().nextLong(SPREAD.toNanos());
            boolean read = script.readsFirst();
            for (Duration before : script.before(timeout.dividedBy(5))) {
                long due = last - before.toNanos();
                answers.add(read ? at(due, session::read) : at(due, session::renew));
            }
            answers.add(at(last, session::renew));
        });
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    }

    /**
     * The worst moment. Servers round deadlines up to whole ticks of the same monotonic clock that this process reads, so
     * a touch that was lost costs most where a tick lies between it and the one before.
     */
    private long nextTickAfter(Duration delay) {
        long earliest = System.nanoTime() + delay.toNanos();
        return (Math.floorDiv(earliest, tick.toNanos()) + 1) * tick.toNanos();
    }

    private interface Request {
        CompletableFuture<Code> send();
    }

    private CompletableFuture<Void> at(long due, Request request) {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        clock.schedule(
                () -> request.send().thenAccept(answer::complete),
                Math.max(0, due - System.nanoTime()),
                TimeUnit.NANOSECONDS);
        return answer.thenAccept(code -> {
            if (code != Code.OK) {
                throw new IllegalStateException("a server that was well answered " + code);
            }
        });
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
