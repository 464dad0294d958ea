package dev.baton.election;

import dev.baton.election.internal.curator.Compatibility;
import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.curator.SharedLoops;
import dev.baton.election.internal.loop.Candidacy;
import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.ElectionLoop;
import dev.baton.election.internal.loop.Pace;
import dev.baton.election.internal.machine.CandidateRecord;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares a candidate; {@link #start()} is its last word.
 *
 * <p>Not thread-safe. Every setting has a default that works with ZooKeeper's sample configuration.
 */
public final class ElectionBuilder {

    private static final Logger LOG = LoggerFactory.getLogger(ElectionBuilder.class);

    private static final String NONE = "leave it out to have none";
    private static final String DEFAULT = "leave it out for the default";

    private final CuratorFramework client;
    private final String path;
    private @Nullable String candidateId = defaultId();
    private byte @Nullable [] payload = new byte[0];
    private @Nullable ElectionListener listener = new ElectionListener() {};
    private @Nullable Executor executor;
    private @Nullable Duration closeTimeout = Duration.ofSeconds(10);
    private @Nullable Duration serverTickTime = Duration.ofSeconds(2);
    private @Nullable DisconnectPolicy disconnectPolicy = DisconnectPolicy.HOLD_UNTIL_LEASE_END;
    private int priority;
    private @Nullable HealthCheck healthCheck;
    private HealthCheck.@Nullable Rhythm rhythm = HealthCheck.Rhythm.DEFAULT;

    ElectionBuilder(CuratorFramework client, String path) {
        this.client = Objects.requireNonNull(client, "the client of an election");
        this.path = path;
    }

    /**
     * The name that the candidate is known by.
     *
     * @param id at most 256 characters in one line; it need not be unique, but people will wish it were. Default: host
     *     name and process id
     * @return this builder
     */
    public ElectionBuilder candidateId(String id) {
        this.candidateId = id;
        return this;
    }

    /**
     * What others can read about the candidate, such as its address.
     *
     * @param bytes at most 64 KiB; default: none
     * @return this builder
     */
    public ElectionBuilder payload(byte[] bytes) {
        this.payload = bytes;
        return this;
    }

    /**
     * Who is told of this candidate's terms.
     *
     * @param told default: nobody
     * @return this builder
     */
    public ElectionBuilder listener(ElectionListener told) {
        this.listener = told;
        return this;
    }

    /**
     * Whose threads call the listener.
     *
     * @param threads default: daemon threads of Baton's own that exist only while a callback runs
     * @return this builder
     */
    public ElectionBuilder executor(Executor threads) {
        this.executor = threads;
        return this;
    }

    /**
     * How long {@link LeaderElection#close()} may take; a listener gets three quarters of it, also when a term is
     * resigned, to finish its work before the baton goes on.
     *
     * @param limit default: 10 s
     * @return this builder
     */
    public ElectionBuilder closeTimeout(Duration limit) {
        this.closeTimeout = limit;
        return this;
    }

    /**
     * The {@code tickTime} of the ensemble's servers, which no client can ask for.
     *
     * <p>The session timeout must be at least five of them, or the lease could not be trusted on a follower.
     *
     * @param tick default: 2 s, as in ZooKeeper's sample configuration
     * @return this builder
     */
    public ElectionBuilder serverTickTime(Duration tick) {
        this.serverTickTime = tick;
        return this;
    }

    /**
     * How much this candidate wants to lead.
     *
     * <p>One that has stood quietly for 5 s behind a leader of a lower priority asks it for the baton, and is passed it. It
     * decides nothing else: after a crash the first in line leads, whatever its priority, until it is asked. One further
     * back in the queue learns that the leader has changed when those ahead of it move, or within 45 s. A leader that
     * {@linkplain Leadership#publish publishes} sees who stands, and need not be asked.
     *
     * @param wanted from 0, the default, to 9999; a difference of 0 moves nobody
     * @return this builder
     */
    public ElectionBuilder priority(int wanted) {
        this.priority = wanted;
        return this;
    }

    /**
     * What a disconnect means for a term.
     *
     * @param policy default: {@link DisconnectPolicy#HOLD_UNTIL_LEASE_END}
     * @return this builder
     */
    public ElectionBuilder disconnectPolicy(DisconnectPolicy policy) {
        this.disconnectPolicy = policy;
        return this;
    }

    /**
     * Stands only while a check passes: a candidate that fails it leaves the queue, a leader hands the baton over, and
     * both come back when it passes again.
     *
     * <p>It is asked on a thread of the executor's beside the callbacks: one that has no thread to spare, as a callback
     * keeps it, makes the check late, which counts as failed.
     *
     * @param check asked on the executor's threads; default: none
     * @param when how often, and what its answers mean
     * @return this builder
     */
    public ElectionBuilder healthCheck(HealthCheck check, HealthCheck.Rhythm when) {
        this.healthCheck = check;
        this.rhythm = when;
        return this;
    }

    /**
     * Stands.
     *
     * <p>If the client is not connected yet, waits for it up to its own connection timeout, as only the server can say
     * what session timeout it agrees to; after that the candidate stands all the same, joins when there is a connection,
     * and tells {@link ElectionListener#failed} what is wrong. It returns before the candidate is in line: of two that are
     * started one after the other, either may be first.
     *
     * @return the candidate, to be closed by the caller
     * @throws IllegalArgumentException if the path, the id or a duration cannot be used
     * @throws IllegalStateException if the client is not started, the session timeout is too short for the lease, or
     *     Curator, ZooKeeper's client or its server is older than those that Baton works with
     */
    public LeaderElection start() {
        Requirements.path(path);
        String id = Requirements.candidateId(candidateId, path);
        byte[] data = Requirements.payload(Requirements.given(payload, "payload", NONE, path), path);
        ElectionListener told = Requirements.given(listener, "listener", NONE, path);
        Duration limit = Requirements.positive(closeTimeout, "closeTimeout", path);
        Duration tick = Requirements.positive(serverTickTime, "serverTickTime", path);
        HealthCheck.Rhythm when = Requirements.given(rhythm, "rhythm of the health check", DEFAULT, path);
        boolean stepsDown = Requirements.given(disconnectPolicy, "disconnectPolicy", DEFAULT, path)
                == DisconnectPolicy.STEP_DOWN_WHEN_DISCONNECTED;
        HealthCheck check = healthCheck;
        Pace pace = new Pace(limit.multipliedBy(3).dividedBy(4), tick);
        Requirements.started(client, path);
        checkSession(tick);
        CandidateRecord record = new CandidateRecord(
                id,
                Requirements.priority(priority, path),
                host(),
                ProcessHandle.current().pid(),
                Instant.now(),
                data);
        Standing standing = new Standing(client, new ElectionPaths(client, path), record);
        SerialCallbacks callbacks = new SerialCallbacks(executor);
        Terms terms = new Terms(standing, told, callbacks);
        ElectionDriver driver = SharedLoops.drive(
                client, standing.paths(), record, terms, new Candidacy(pace, stepsDown, check != null));
        if (check != null) {
            driver.watchHealth(callbacks.executor(), check::isHealthy, when.internal());
        }
        return new LeaderElection(standing, limit, callbacks, terms, driver);
    }

    /** Refuses a session timeout that is too short, and a server that is too old, if there is a session to ask. */
    private void checkSession(Duration tick) {
        try {
            int limit = client.getZookeeperClient().getConnectionTimeoutMs();
            if (!client.blockUntilConnected(limit, TimeUnit.MILLISECONDS)) {
                return;
            }
            ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
            int negotiated = handle.getSessionTimeout();
            if (negotiated > 0) {
                ElectionLoop.unfit(Duration.ofMillis(negotiated), tick).ifPresent(unfit -> refuse(unfit.message()));
                Compatibility.misfitOf(handle, Duration.ofMillis(limit)).ifPresent(this::refuse);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the loop checks again when there is a session
        } catch (RuntimeException unfit) {
            throw unfit;
        } catch (Exception kept) {
            // Curator hands an earlier background error to whoever asks next; the loop asks again and reports.
            LOG.debug("{}: no ZooKeeper handle yet", path, kept);
        }
    }

    private void refuse(String why) {
        throw new IllegalStateException("Election " + path + ": " + why);
    }

    private static String defaultId() {
        return host() + "-" + ProcessHandle.current().pid();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }
}
