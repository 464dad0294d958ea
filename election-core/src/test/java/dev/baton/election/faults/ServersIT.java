package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.Op;

/** Group I: what a server's answer proves. */
class ServersIT extends Scene {

    @Fault(id = "I2", value = "sync is no quorum operation")
    void i2_leaseIsProvedByATransaction(Finding finding) throws Exception {
        Tricks tricks = new Tricks();
        try (CuratorFramework tricky = tricks.client(connect());
                Duel duel = new Duel(tricky, b)) {
            String own = duel.znodeOfA();
            int before = tricks.transactions.size();
            long zxid = lastZxid();
            await("renewals come")
                    .atMost(SESSION.multipliedBy(2))
                    .until(() -> tricks.transactions.size() >= before + 3);
            for (List<Op> renewal : tricks.transactions.subList(before, before + 3)) {
                assertThat(renewal).allMatch(Tricks::isCheck);
                assertThat(renewal.stream().map(Op::getPath)).contains(own, Duel.PATH + "/baton");
            }
            assertThat(lastZxid() - zxid)
                    .as("each is a transaction that a quorum has voted on")
                    .isGreaterThanOrEqualTo(3);
            assertThat(duel.one.isHeld()).isTrue();
            duel.neverTwo();
            finding.baton("a renewal is a transaction of checks on own znode and baton");
            finding.rival("never proves that it leads (not run)");
        }
    }

    /** The id of a transaction made now. */
    private long lastZxid() throws Exception {
        operator.createContainers("/probe");
        return operator.setData().forPath("/probe", new byte[0]).getMzxid();
    }
}
