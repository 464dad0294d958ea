package dev.baton.election.faults;

import dev.baton.election.Ensemble;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.RetryOneTime;

/** A LeaderLatch in a process of its own, that tells for how long it believed to lead after it was stopped. */
public final class LatchProcess {

    private LatchProcess() {}

    public static void main(String[] args) throws Exception {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(args[0])
                .sessionTimeoutMs((int) Ensemble.SESSION.toMillis())
                .connectionTimeoutMs(5000)
                .retryPolicy(new RetryOneTime(100))
                .build();
        client.start();
        LeaderLatch latch = new LeaderLatch(client, args[1], args[2]);
        latch.start();
        latch.await();
        System.out.println("leads");
        long last = System.nanoTime();
        long woke = 0;
        while (latch.hasLeadership()) {
            long now = System.nanoTime();
            if (Duration.ofNanos(now - last).compareTo(Ensemble.SESSION.dividedBy(2)) > 0) {
                woke = now;
                System.out.println("woke up, hasLeadership=true");
            }
            last = now;
            Thread.onSpinWait();
        }
        System.out.println("knows after "
                + (woke == 0 ? 0 : Duration.ofNanos(System.nanoTime() - woke).toMillis()));
        client.close();
    }
}
