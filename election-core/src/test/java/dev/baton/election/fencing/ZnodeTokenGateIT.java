package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.election.ElectionException;
import dev.baton.election.Ensemble;
import dev.baton.election.FencingToken;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.Proxy;
import dev.baton.election.TermId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** R13 in a ZooKeeper tree that is not the election's. */
class ZnodeTokenGateIT {

    private static final TermId OLD = new TermId(new FencingToken(5, 1), "a/c-1");
    private static final TermId NEW = new TermId(new FencingToken(9, 2), "b/c-2");
    private static final String BOOK = "/book";

    private final Ensemble ensemble = new Ensemble();
    private final CuratorFramework client = ensemble.client();
    private final ZnodeTokenGate gate = new ZnodeTokenGate(client, "/foreign/gates");

    @BeforeEach
    void open() throws Exception {
        client.create().forPath(BOOK);
    }

    @AfterEach
    void close() throws Exception {
        ensemble.close();
    }

    private static CuratorOp line(CuratorFramework client, TermId term, String operation) throws Exception {
        return client.transactionOp()
                .create()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .forPath(BOOK + "/line-", (operation + " " + term).getBytes(StandardCharsets.UTF_8));
    }

    private int lines() throws Exception {
        return client.getChildren().forPath(BOOK).size();
    }

    @Test
    void lesserTokenIsRefusedAndNothingOfItIsApplied_R13() throws Exception {
        assertThat(gate.highest("book")).isEmpty();
        gate.commit("book", OLD, line(client, OLD, "1"));
        assertThat(gate.commit("book", NEW, line(client, NEW, "2"), line(client, NEW, "3")))
                .hasSize(2);
        gate.commit("other/book", OLD, line(client, OLD, "4"));
        for (TermId stale : List.of(OLD, new TermId(NEW.token(), "b/c-3"))) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> gate.commit("book", stale, line(client, stale, "x")))
                    .withMessageContainingAll("'book'", stale.toString().split(" ")[0], NEW.holder());
        }
        assertThat(lines()).isEqualTo(4);
        assertThat(new ZnodeTokenGate(client, "/foreign/gates").highest("book")).hasValue(NEW);
    }

    @Test
    void operationIsAppliedOnce_R13() throws Exception {
        assertThat(gate.commitOnce("book", OLD, "op", line(client, OLD, "op"))).isTrue();
        assertThat(gate.commitOnce("book", NEW, "op", line(client, NEW, "op"))).isFalse();
        assertThat(gate.operation("book", "op")).hasValue(new Operation("op", OLD, true));
        assertThat(lines()).isEqualTo(1);
    }

    @Test
    void operationThatDoesNotWorkAppliesNothingAndSaysWhich_R13() throws Exception {
        assertThatExceptionOfType(ElectionException.class)
                .isThrownBy(() -> gate.commit(
                        "book",
                        NEW,
                        line(client, NEW, "1"),
                        client.transactionOp().delete().forPath("/missing")))
                .withMessageContainingAll("operation 2", "nothing was applied")
                .withCauseInstanceOf(KeeperException.NoNodeException.class);
        assertThat(lines()).isZero();
        assertThat(gate.highest("book")).isEmpty();
    }

    @Test
    void pathsAreInTheClientsNamespace() throws Exception {
        CuratorFramework billing = client.usingNamespace("billing");
        billing.create().creatingParentsIfNeeded().forPath(BOOK);
        new ZnodeTokenGate(billing, "/gates").commit("book", NEW, line(billing, NEW, "1"));
        assertThat(client.checkExists().forPath("/billing/gates/book.gate")).isNotNull();
        assertThat(client.getChildren().forPath("/billing" + BOOK)).hasSize(1);
    }

    /** Znodes behind a gate, through a connection that is cut now and then. */
    private final class Tree implements GateTrial.Resource {
        private final Proxy proxy;
        private final CuratorFramework mine;
        private final ZnodeTokenGate gateOfMine;

        Tree() throws Exception {
            proxy = new Proxy(ensemble.server().getPort());
            synchronized (ensemble) {
                mine = ensemble.startedThrough(
                        proxy.connectString(),
                        CuratorFrameworkFactory.builder().sessionTimeoutMs((int) Ensemble.SESSION.toMillis()));
            }
            mine.blockUntilConnected();
            gateOfMine = new ZnodeTokenGate(mine, "/foreign/gates");
        }

        @Override
        public GateTrial.Outcome write(TermId term, String operation, Random random) throws Exception {
            boolean cut = random.nextInt(6) == 0;
            Random cuts = new Random(random.nextLong());
            Thread cutter = new Thread(() -> {
                try {
                    LockSupport.parkNanos(cuts.nextInt(4_000_000));
                    proxy.cut();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
            if (cut) {
                cutter.start();
            }
            try {
                gateOfMine.commitOnce("book", term, operation, line(mine, term, operation));
                return GateTrial.Outcome.DONE;
            } catch (StaleTokenException stale) {
                return GateTrial.Outcome.REFUSED;
            } catch (OutcomeUnknownException unknown) {
                return GateTrial.Outcome.UNKNOWN;
            } catch (ElectionException overtaken) {
                return GateTrial.Outcome.UNKNOWN; // tried again in the same way
            } finally {
                cutter.join();
            }
        }

        @Override
        public boolean isFinished(String operation) {
            return gate.operation("book", operation).isPresent();
        }

        @Override
        public List<GateTrial.Written> written() throws Exception {
            return client.getChildren().forPath(BOOK).stream()
                    .sorted()
                    .map(this::read)
                    .toList();
        }

        private GateTrial.Written read(String name) {
            try {
                String[] parts =
                        new String(client.getData().forPath(BOOK + "/" + name), StandardCharsets.UTF_8).split(" ", 2);
                return new GateTrial.Written(TermId.parse(parts[1]), parts[0]);
            } catch (Exception unreadable) {
                throw new AssertionError(name, unreadable);
            }
        }

        @Override
        public void close() throws Exception {
            mine.close();
            proxy.close();
        }
    }

    @Test
    void acceptedTokensNeverDecreaseAndNoAcceptedWriteIsLost_R13() throws Exception {
        GateTrial.run(1, 12, false, Tree::new);
    }
}
