package dev.baton.election;

import java.io.IOException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** A ZooKeeper handle that shows which data watches it keeps. */
public final class ClientWatches extends ZooKeeper {

    public ClientWatches(String connect, int session, Watcher watcher, boolean readOnly, ZKClientConfig config)
            throws IOException {
        super(connect, session, watcher, readOnly, config);
    }

    /** The paths below the given one that the client's handle has data watches on. */
    public static List<String> below(CuratorFramework client, String path) throws Exception {
        return ((ClientWatches) client.getZookeeperClient().getZooKeeper())
                .getDataWatches().stream().filter(each -> each.startsWith(path)).toList();
    }
}
