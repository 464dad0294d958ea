package dev.baton.integration.security;

import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** A candidate on a client of its own, and what it is told of failures. */
final class Stand implements AutoCloseable {

    static final String PATH = "/secured/leader";
    /** From the first attempt to connect, on a busy machine. */
    private static final Duration FIRST_ATTEMPTS = Duration.ofSeconds(20);

    static final Duration SOON = Duration.ofSeconds(40);
    private static final Duration SESSION = Duration.ofSeconds(3);

    private final List<ElectionException> failures = new CopyOnWriteArrayList<>();
    private final CuratorFramework client;
    private final LeaderElection election;

    private Stand(CuratorFramework client, String path, String id) {
        this.client = client;
        this.election = LeaderElection.builder(client, path)
                .candidateId(id)
                .serverTickTime(SecuredServer.TICK)
                .closeTimeout(Duration.ofSeconds(3))
                .listener(new ElectionListener() {
                    @Override
                    public void failed(ElectionException cause) {
                        failures.add(cause);
                    }
                })
                .start();
    }

    static Stand start(String id, String connect, UnaryOperator<CuratorFrameworkFactory.Builder> security) {
        return startAt(PATH, id, connect, security);
    }

    static Stand startAt(
            String path, String id, String connect, UnaryOperator<CuratorFrameworkFactory.Builder> security) {
        return new Stand(client(connect, security), path, id);
    }

    /** A started client that nobody stands on. */
    static CuratorFramework client(String connect, UnaryOperator<CuratorFrameworkFactory.Builder> security) {
        CuratorFramework client = security.apply(CuratorFrameworkFactory.builder()
                        .connectString(connect)
                        .ensembleTracker(false)
                        .sessionTimeoutMs((int) SESSION.toMillis())
                        .connectionTimeoutMs(3000)
                        .retryPolicy(new RetryOneTime(100)))
                .build();
        client.start();
        return client;
    }

    CuratorFramework client() {
        return client;
    }

    LeaderElection election() {
        return election;
    }

    List<ElectionException> failures() {
        return failures;
    }

    /** Waits for this one to lead. */
    Leadership awaitTerm() throws InterruptedException {
        return election.awaitLeadership(SOON)
                .orElseThrow(() -> new AssertionError("nobody leads; it was told " + failures + "; " + election));
    }

    /** Waits for the first failure, and returns what it says. */
    String awaitFailure() {
        await("a failure is told").atMost(FIRST_ATTEMPTS).until(() -> !failures.isEmpty());
        return failures.get(0).getMessage();
    }

    @Override
    public void close() {
        election.close();
        client.close();
    }
}
