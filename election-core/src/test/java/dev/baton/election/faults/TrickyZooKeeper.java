package dev.baton.election.faults;

import java.io.IOException;
import java.util.List;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** A handle on which answers get lost, lists are old and writes are held up, as its tricks say. */
final class TrickyZooKeeper extends ZooKeeper {

    private final Tricks tricks;

    TrickyZooKeeper(Tricks tricks, String connect, int session, Watcher watcher, ZKClientConfig config)
            throws IOException {
        super(connect, session, watcher, config);
        this.tricks = tricks;
    }

    @Override
    public void create(
            String path, byte[] data, List<ACL> acl, CreateMode mode, AsyncCallback.StringCallback answer, Object ctx) {
        tricks.creates.incrementAndGet();
        super.create(
                path,
                data,
                acl,
                mode,
                (rc, asked, context, name) -> {
                    Tricks.Fate fate = created(mode, rc);
                    if (fate != Tricks.Fate.SWALLOWED) {
                        answer.processResult(fate == null ? rc : Tricks.lost(), asked, context, name);
                    }
                },
                ctx);
    }

    @Override
    public void create(
            String path,
            byte[] data,
            List<ACL> acl,
            CreateMode mode,
            AsyncCallback.Create2Callback answer,
            Object ctx,
            long ttl) {
        tricks.creates.incrementAndGet();
        super.create(
                path,
                data,
                acl,
                mode,
                (rc, asked, context, name, stat) -> {
                    Tricks.Fate fate = created(mode, rc);
                    if (fate != Tricks.Fate.SWALLOWED) {
                        answer.processResult(fate == null ? rc : Tricks.lost(), asked, context, name, stat);
                    }
                },
                ctx,
                ttl);
    }

    private Tricks.Fate created(CreateMode mode, int rc) {
        if (mode != CreateMode.EPHEMERAL_SEQUENTIAL || rc != 0) {
            return null;
        }
        tricks.afterCreate.accept(this);
        return tricks.fateOf(List.of());
    }

    @Override
    public String create(String path, byte[] data, List<ACL> acl, CreateMode mode, Stat stat, long ttl)
            throws KeeperException, InterruptedException {
        tricks.creates.incrementAndGet();
        return super.create(path, data, acl, mode, stat, ttl);
    }

    @Override
    public String create(String path, byte[] data, List<ACL> acl, CreateMode mode)
            throws KeeperException, InterruptedException {
        tricks.creates.incrementAndGet();
        return super.create(path, data, acl, mode);
    }

    @Override
    public void getChildren(String path, boolean watch, AsyncCallback.ChildrenCallback answer, Object ctx) {
        super.getChildren(
                path,
                watch,
                (rc, asked, context, children) ->
                        answer.processResult(rc, asked, context, tricks.isStale() ? List.of() : children),
                ctx);
    }

    @Override
    public void getChildren(String path, boolean watch, AsyncCallback.Children2Callback answer, Object ctx) {
        super.getChildren(
                path,
                watch,
                (rc, asked, context, children, stat) ->
                        answer.processResult(rc, asked, context, tricks.isStale() ? List.of() : children, stat),
                ctx);
    }

    @Override
    public List<String> getChildren(String path, boolean watch) throws KeeperException, InterruptedException {
        List<String> children = super.getChildren(path, watch);
        return tricks.isStale() ? List.of() : children;
    }

    @Override
    public List<String> getChildren(String path, boolean watch, Stat stat)
            throws KeeperException, InterruptedException {
        List<String> children = super.getChildren(path, watch, stat);
        return tricks.isStale() ? List.of() : children;
    }

    @Override
    public void multi(Iterable<Op> operations, AsyncCallback.MultiCallback answer, Object ctx) {
        List<Op> all = Tricks.list(operations);
        tricks.transactions.add(all);
        if (Tricks.writes(all, "/cursor")) {
            tricks.holdWrite();
        }
        super.multi(
                all,
                (rc, asked, context, results) -> {
                    Tricks.Fate fate = rc == 0 ? tricks.fateOf(all) : null;
                    if (fate == Tricks.Fate.LOST) {
                        answer.processResult(Tricks.lost(), asked, context, null);
                    } else if (fate == null) {
                        answer.processResult(rc, asked, context, results);
                    }
                },
                ctx);
    }

    @Override
    public Stat setData(String path, byte[] data, int version) throws KeeperException, InterruptedException {
        if (path.equals("/cursor-of-latch")) {
            tricks.holdWrite();
        }
        return super.setData(path, data, version);
    }
}
