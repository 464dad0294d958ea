package dev.baton.election.examples.scheduler.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** One ZooKeeper server in this process, on a free loopback port. */
final class Ensemble implements AutoCloseable {

    private final ZooKeeperServerEmbedded server;
    private final String connectString;

    private Ensemble(ZooKeeperServerEmbedded server, String connectString) {
        this.server = server;
        this.connectString = connectString;
    }

    static Ensemble start(Path dir, Duration tickTime) {
        Properties configuration = new Properties();
        configuration.setProperty("tickTime", String.valueOf(tickTime.toMillis()));
        configuration.setProperty("clientPort", "0");
        configuration.setProperty("clientPortAddress", "127.0.0.1");
        configuration.setProperty("admin.enableServer", "false");
        configuration.setProperty("maxClientCnxns", "0");
        try {
            ZooKeeperServerEmbedded server = ZooKeeperServerEmbedded.builder()
                    .baseDir(dir)
                    .configuration(configuration)
                    .exitHandler(ExitHandler.LOG_ONLY)
                    .build();
            server.start(Duration.ofSeconds(30).toMillis());
            return new Ensemble(server, "127.0.0.1:" + server.getClientPort());
        } catch (Exception failed) {
            throw new DemoException(ExitCode.ERROR, "the embedded ZooKeeper server did not start: " + failed);
        }
    }

    String connectString() {
        return connectString;
    }

    @Override
    public void close() {
        server.close();
    }
}
