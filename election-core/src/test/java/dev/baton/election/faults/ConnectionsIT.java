package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Proxy;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.listen.UnaryListenerManager;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.framework.state.ConnectionStateListenerManagerFactory;
import org.apache.curator.retry.RetryForever;

/** Group E, first part: what Curator says about the connection is late, wrong, out of order or withheld. */
class ConnectionsIT extends Scene {

    /** Says it to all who listen, as Curator does, whether it is so or not. */
    private static void say(CuratorFramework client, ConnectionState... states) {
        UnaryListenerManager<ConnectionStateListener> listeners =
                (UnaryListenerManager<ConnectionStateListener>) client.getConnectionStateListenable();
        for (ConnectionState state : states) {
            listeners.forEach(listener -> listener.stateChanged(client, state));
        }
    }

    private static void isRenewed(Leadership term) {
        await("the lease is renewed")
                .atMost(SESSION.multipliedBy(2))
                .until(() -> term.remaining().compareTo(SESSION.dividedBy(2)) > 0);
        term.write("/cursor", new byte[] {1});
    }

    @Fault(id = "E1", value = "LOST is said last, though the client is connected")
    void e1_lostIsSaidLast(Finding finding) throws Exception {
        try (Duel duel = new Duel(a, b);
                Latches latches = Latches.start(a)) {
            latches.faultBegins();
            say(a, ConnectionState.SUSPENDED, ConnectionState.RECONNECTED, ConnectionState.LOST);
            await("the handle is asked, not the event")
                    .during(SESSION)
                    .atMost(SESSION.multipliedBy(2))
                    .until(() -> duel.a.leadership().equals(java.util.Optional.of(duel.one)));
            isRenewed(duel.one);
            duel.neverTwo();
            finding.baton("asks the handle: same term");
            finding.rival(latches.verdict(SESSION));
        }
    }

    @Fault(id = "E3", value = "events missing, early or in another order")
    void e3_eventsInAnyOrder(Finding finding) throws Exception {
        List<ConnectionState> all =
                List.of(ConnectionState.SUSPENDED, ConnectionState.LOST, ConnectionState.RECONNECTED);
        CuratorFramework third = ensemble.client();
        try (Duel duel = new Duel(a, b);
                Latches latches = Latches.start(third)) {
            latches.faultBegins();
            for (ConnectionState first : all) {
                for (ConnectionState second : all) {
                    for (ConnectionState last : all) {
                        say(a, first, second, last);
                    }
                }
            }
            say(third, ConnectionState.RECONNECTED, ConnectionState.SUSPENDED);
            isRenewed(duel.one);
            assertThat(duel.a.state().terms()).isEqualTo(1);
            // And the one that matters, a new session, is found though none of the events is new.
            duel.faultBegins();
            abandonSession(a);
            duel.isFollowed(FAILOVER);
            assertThat(duel.one.ended().toCompletableFuture())
                    .succeedsWithin(Duel.SOON)
                    .isEqualTo(RevocationReason.SESSION_LOST);
            finding.baton("27 orders move nobody; a new session is found, next after %s", duel.took());
            finding.rival("RECONNECTED before SUSPENDED: %s", latches.verdict(SESSION));
        }
    }

    @Fault(id = "E2", value = "nobody is told that the session expired")
    void e2_nobodyIsToldOfTheExpiry(Finding finding) throws Exception {
        Tricks tricks = new Tricks();
        Tricks ofLatch = new Tricks();
        try (CuratorFramework deaf = tricks.client(connect());
                CuratorFramework deafOfLatch = ofLatch.client(connect());
                Duel duel = new Duel(deaf, b);
                Latches latches = Latches.start(deafOfLatch, b)) {
            tricks.swallowExpired();
            ofLatch.swallowExpired();
            duel.faultBegins();
            latches.faultBegins();
            abandonSession(deaf);
            abandonSession(deafOfLatch);
            duel.isFollowed(FAILOVER);
            assertThat(duel.one.isHeld()).isFalse();
            String verdict = latches.verdict(FAILOVER);
            await("the dead handle is replaced, though Curator does not do it")
                    .atMost(IN_TIME)
                    .until(() -> duel.a.state().phase().equals("queued"));
            duel.neverTwo();
            finding.baton("ends without the event, next after %s; has the dead handle replaced", duel.took());
            finding.rival(verdict);
        }
    }

    @Fault(id = "E6", value = "a short cut of the connection")
    void e6_shortCutOfTheConnection(Finding finding) throws Exception {
        Duration session = SESSION.multipliedBy(2);
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework cut = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder().sessionTimeoutMs((int) session.toMillis()));
            try (Duel duel = new Duel(cut, b);
                    Latches latches = Latches.start(cut, b)) {
                for (int i = 0; i < 2; i++) {
                    long handled = cut.getZookeeperClient().getInstanceIndex();
                    proxy.cut();
                    await().atMost(session).until(() -> cut.checkExists().forPath(Duel.PATH) != null);
                    assertThat(cut.getZookeeperClient().getInstanceIndex()).isEqualTo(handled);
                    duel.awaitRenewed(session);
                }
                duel.one.write("/cursor", new byte[] {1});
                assertThat(duel.told.told()).as("nobody was moved").hasSize(1);
                int told = latches.told().size();
                duel.faultBegins();
                proxy.swallow();
                duel.isFollowed(session.plus(FAILOVER).minus(SESSION));
                finding.baton("2 cuts move nobody; cut for good, next after %s", duel.took());
                finding.rival("%d callbacks in 2 cuts", told - 1);
                proxy.pass();
            }
        }
    }

    @Fault(id = "E7", value = "a circuit breaker withholds the events")
    void e7_circuitBreakerWithholdsTheEvents(Finding finding) throws Exception {
        try (Proxy proxy = new Proxy(ensemble.server().getPort())) {
            CuratorFramework broken = ensemble.startedThrough(
                    proxy.connectString(),
                    CuratorFrameworkFactory.builder()
                            .sessionTimeoutMs((int) SESSION.toMillis())
                            .connectionStateListenerManagerFactory(
                                    ConnectionStateListenerManagerFactory.circuitBreaking(new RetryForever(4000))));
            try (Duel duel = new Duel(broken, b);
                    Latches latches = Latches.start(broken, b)) {
                duel.faultBegins();
                latches.faultBegins();
                proxy.swallow();
                duel.isFollowed(FAILOVER);
                finding.baton("the lease needs no event, next after %s", duel.took());
                finding.rival(latches.verdict(FAILOVER));
                proxy.pass();
            }
        }
    }

    @Fault(id = "F2", value = "a long retry sleeps where the watcher must run")
    void f2_longRetrySleeps(Finding finding) throws Exception {
        CuratorFramework patient = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs((int) SESSION.multipliedBy(2).toMillis())
                .retryPolicy(new RetryForever(1000)));
        CuratorFramework steady = ensemble.client(SESSION.multipliedBy(2));
        try (Duel duel = new Duel(steady, patient);
                Latches latches = Latches.start(steady, patient)) {
            ensemble.server().stop();
            ensemble.server().restart();
            await().atMost(Duel.SOON).until(() -> steady.checkExists().forPath(Duel.PATH) != null);
            duel.faultBegins();
            latches.faultBegins();
            duel.a.close();
            latches.a().close();
            duel.isFollowed(SESSION.multipliedBy(2));
            try (LeaderElection third = Duel.candidate(a, Duel.PATH, "c").start()) {
                awaitQueued(third);
            }
            finding.baton("no call blocks: next %s after the waiting one was cut", duel.took());
            finding.rival(latches.verdict(SESSION));
        }
    }
}
