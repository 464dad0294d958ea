package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FirstElectionIT {
    private Ensemble ensemble;

    @BeforeEach
    void start() {
        ensemble = new Ensemble();
    }

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    @Test
    void smoke() throws Exception {
        CuratorFramework a = ensemble.client();
        CuratorFramework b = ensemble.client();
        LeaderElection first = ensemble.candidate(a, "/x/leader", "a").start();
        Leadership one = first.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
        LeaderElection second = ensemble.candidate(b, "/x/leader", "b").start();
        await().until(() -> first.candidates().size() == 2);
        System.out.println(first.candidates());
        one.write("/x/data", new byte[] {1});
        one.write("/x/data", new byte[] {2});
        long t = System.nanoTime();
        one.close();
        Leadership two = second.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
        System.out.println("handover " + (System.nanoTime() - t) / 1e6 + " " + two.token() + " "
                + new String(a.getData().forPath("/x/leader/baton")));
        assertThat(two.token()).isGreaterThan(one.token());
        await().until(() -> first.candidates().size() == 2);
        b.delete().forPath("/x/leader/candidates/" + second.candidates().get(0).znode());
        Leadership three = first.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
        assertThat(two.isHeld()).isFalse();
        System.out.println(three);
        first.close();
        Leadership four = second.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
        a.getZookeeperClient().getZooKeeper();
        second.close();
        System.out.println(four);
        assertThat(a.getChildren().forPath("/x/leader/candidates")).isEmpty();
    }
}
