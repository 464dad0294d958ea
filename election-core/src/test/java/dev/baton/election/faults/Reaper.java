package dev.baton.election.faults;

import dev.baton.election.Ensemble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/** A server that reaps empty containers at once, rather than within a minute, and that can lose everything. */
final class Reaper implements AutoCloseable {

    private static final String INTERVAL = "znode.container.checkIntervalMs";

    private final int port = InstanceSpec.getRandomPort();
    private final List<CuratorFramework> clients = new ArrayList<>();
    private TestingServer server = start();

    private TestingServer start() {
        System.setProperty(INTERVAL, "200");
        try {
            Map<String, Object> properties = Map.of("admin.enableServer", "false");
            return new TestingServer(
                    new InstanceSpec(null, port, -1, -1, true, -1, (int) Ensemble.TICK.toMillis(), 1000, properties),
                    true);
        } catch (Exception cannotStart) {
            throw new IllegalStateException(cannotStart);
        } finally {
            System.clearProperty(INTERVAL);
        }
    }

    CuratorFramework client() {
        return client(new Tricks());
    }

    CuratorFramework client(Tricks tricks) {
        CuratorFramework client = tricks.client(server.getConnectString());
        clients.add(client);
        return client;
    }

    /** Everything is lost: the next server on the port has no data, knows no session and counts from the start. */
    void wipe() throws Exception {
        server.close();
        server = start();
    }

    @Override
    public void close() throws Exception {
        clients.forEach(CuratorFramework::close);
        server.close();
    }
}
