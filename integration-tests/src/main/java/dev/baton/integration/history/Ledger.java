package dev.baton.integration.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparingLong;

import dev.baton.election.FencingToken;
import dev.baton.integration.history.Sighting.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;

/** The ledger that the leaders of an election add to, as lines of its history. */
public final class Ledger {
    private Ledger() {}

    /**
     * Reads it, when nobody adds to it any more.
     *
     * @param path the parent of its entries, whose names end with a number of ten digits
     * @return a line for each entry, in ZooKeeper's order
     * @throws Exception if ZooKeeper does not answer, or the path is not there
     */
    public static List<Journal.Line> read(CuratorFramework client, String path) throws Exception {
        client.sync().forPath(path);
        List<Journal.Line> lines = new ArrayList<>();
        for (String name : client.getChildren().forPath(path)) {
            String token = new String(client.getData().forPath(path + "/" + name), UTF_8);
            long number = Long.parseLong(name.substring(name.length() - 10));
            Entry entry = new Entry(FencingToken.parse(token), number, System.nanoTime());
            lines.add(new Journal.Line("ledger", Instant.now().toString(), entry));
        }
        lines.sort(comparingLong(line -> ((Entry) line.sighting()).number()));
        return lines;
    }
}
