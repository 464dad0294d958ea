package dev.baton.election.trials;

import dev.baton.election.internal.machine.Lease;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * A session with an ephemeral znode, tied to one server for good, that counts its lease by our rule and by the wrong one.
 */
final class TrialSession extends ZooKeeper {

    private final String znode;
    private final Lease lease;
    private long lastSent;
    private volatile boolean dead;

    /** Connects in the background. */
    TrialSession(ServerProcess server, String znode, Duration timeout) throws IOException {
        super(server.connectString(), (int) timeout.toMillis(), event -> {});
        this.znode = znode;
        this.lease = new Lease(timeout.toNanos());
    }

    String znode() {
        return znode;
    }

    void createZnode() throws KeeperException, InterruptedException {
        create(znode, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
    }

    /** A renewal as SessionLease makes it; only it feeds the lease. */
    CompletableFuture<Code> renew() {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        long sent = System.nanoTime();
        multi(
                List.of(Op.check(znode, -1)),
                (rc, path, context, results) -> {
                    if (rc == Code.OK.intValue()) {
                        succeeded(sent, System.nanoTime());
                    }
                    answer.complete(Code.get(rc));
                },
                null);
        return answer;
    }

    private synchronized void succeeded(long sent, long answered) {
        lease.negotiated(Duration.ofMillis(getSessionTimeout()).toNanos());
        lease.succeeded(sent, answered);
        lastSent = sent;
    }

    /** A read, which proves nothing by our rule; by the wrong one a success is a success. */
    CompletableFuture<Code> read() {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        long sent = System.nanoTime();
        exists(znode, false, (rc, path, context, stat) -> answer.complete(answered(sent, rc)), null);
        return answer;
    }

    /** As a read. */
    CompletableFuture<Code> flush() {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        long sent = System.nanoTime();
        sync(znode, (rc, path, context) -> answer.complete(answered(sent, rc)), null);
        return answer;
    }

    private synchronized Code answered(long sent, int rc) {
        if (rc == Code.OK.intValue()) {
            lastSent = sent;
        }
        return Code.get(rc);
    }

    /** From now on no byte is sent, not even to end the session: as if the process had been killed. */
    void vanish() {
        if (!dead) {
            dead = true;
            cnxn.disconnect();
        }
    }

    synchronized OptionalLong leaseEnd() {
        return lease.end();
    }

    /** When the last request was sent that succeeded. */
    synchronized long lastSent() {
        return lastSent;
    }
}
