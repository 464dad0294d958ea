package dev.baton.election.examples.scheduler.node;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** The roster that the workers' znodes are. */
final class ZooKeeperRoster implements Roster {

    private final CuratorFramework client;
    private final Paths paths;

    ZooKeeperRoster(CuratorFramework client, Paths paths) {
        this.client = client;
        this.paths = paths;
    }

    @Override
    public void catchUp() throws RosterException {
        try {
            // Synchronous on the raw handle: requests of one session are answered in order, so a read after it is
            // fresh.
            client.getZookeeperClient().getZooKeeper().sync(paths.workers(), (code, path, context) -> {}, null);
        } catch (Exception silent) {
            throw unanswered("sync", silent);
        }
    }

    @Override
    public List<Presence> read() throws RosterException {
        try {
            List<Presence> present = new ArrayList<>();
            for (String worker : client.getChildren().forPath(paths.workers())) {
                try {
                    byte[] data = client.getData().forPath(paths.worker(worker));
                    present.add(new Presence(worker, Registration.isAccepting(data)));
                } catch (KeeperException.NoNodeException leftMeanwhile) {
                    // It is not there: that is what is asked.
                }
            }
            return List.copyOf(present);
        } catch (Exception silent) {
            throw unanswered("read", silent);
        }
    }

    private RosterException unanswered(String what, Exception cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new RosterException("cannot " + what + " " + paths.workers() + ": " + cause.getMessage(), cause);
    }
}
