package dev.baton.election.faults;

import dev.baton.election.Ensemble;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** What the handles of one client do wrong, each as soon as it is asked for. */
final class Tricks {

    /** What happens to an answer that the server has given. */
    enum Fate {
        /** The caller is told that the connection was lost, though the server has done it. */
        LOST,
        /** The caller is told nothing, ever. */
        SWALLOWED
    }

    /** A kind of answer and what is to happen to the next one. */
    private record Plan(Predicate<List<Op>> request, Fate fate, AtomicInteger left) {}

    private final List<Plan> plans = new CopyOnWriteArrayList<>();
    private final AtomicInteger staleLists = new AtomicInteger();
    private final AtomicBoolean swallowExpired = new AtomicBoolean();
    final AtomicInteger creates = new AtomicInteger();
    final List<List<Op>> transactions = new CopyOnWriteArrayList<>();
    volatile Consumer<ZooKeeper> afterCreate = handle -> {};
    volatile CountDownLatch writesPass = new CountDownLatch(0);
    final CountDownLatch writeHeld = new CountDownLatch(1);

    /** The next creation of a candidate's znode is done, and its answer meets that fate. */
    Tricks create(Fate fate) {
        plans.add(new Plan(List::isEmpty, fate, new AtomicInteger(1)));
        return this;
    }

    /** The next transaction of that kind is done, and its answer meets that fate. */
    Tricks transaction(Predicate<List<Op>> request, Fate fate) {
        plans.add(new Plan(ops -> !ops.isEmpty() && request.test(ops), fate, new AtomicInteger(1)));
        return this;
    }

    /** The next list of children is an old one, without anybody. */
    Tricks staleList() {
        staleLists.set(1);
        return this;
    }

    /** The client is not told of the next end of its session. */
    Tricks swallowExpired() {
        swallowExpired.set(true);
        return this;
    }

    /** The fate of the answer to that transaction, or, if there are no operations, to that creation. */
    Fate fateOf(List<Op> operations) {
        for (Plan plan : plans) {
            if (plan.request().test(operations) && plan.left().getAndDecrement() > 0) {
                return plan.fate();
            }
        }
        return null;
    }

    boolean isStale() {
        return staleLists.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    static boolean writes(List<Op> operations, String path) {
        return operations.stream().anyMatch(op -> op.getPath().equals(path) && !isCheck(op));
    }

    static boolean isCheck(Op op) {
        return op.getType() == org.apache.zookeeper.ZooDefs.OpCode.check;
    }

    /** A started client whose handles do all this; to be closed by the caller. */
    CuratorFramework client(String connect) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(connect)
                .sessionTimeoutMs((int) Ensemble.SESSION.toMillis())
                .connectionTimeoutMs(5000)
                .retryPolicy(new RetryOneTime(100))
                .zookeeperFactory(new Factory())
                .build();
        client.start();
        return client;
    }

    private final class Factory implements ZookeeperFactory {
        @Override
        public ZooKeeper newZooKeeper(String connect, int session, Watcher watcher, boolean readOnly)
                throws IOException {
            return newZooKeeper(connect, session, watcher, readOnly, null);
        }

        @Override
        public ZooKeeper newZooKeeper(
                String connect, int session, Watcher watcher, boolean readOnly, ZKClientConfig config)
                throws IOException {
            Watcher deaf = event -> {
                boolean expired = event.getState() == Watcher.Event.KeeperState.Expired;
                if (!expired || !swallowExpired.getAndSet(false)) {
                    watcher.process(event);
                }
            };
            return new TrickyZooKeeper(
                    Tricks.this, connect, session, deaf, config == null ? new ZKClientConfig() : config);
        }
    }

    /** Waits, if writes are held up, until they are let go. */
    void holdWrite() {
        writeHeld.countDown();
        try {
            writesPass.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static List<Op> list(Iterable<Op> operations) {
        List<Op> all = new ArrayList<>();
        operations.forEach(all::add);
        return List.copyOf(all);
    }

    static int lost() {
        return Code.CONNECTIONLOSS.intValue();
    }

    static Duration session() {
        return Ensemble.SESSION;
    }
}
