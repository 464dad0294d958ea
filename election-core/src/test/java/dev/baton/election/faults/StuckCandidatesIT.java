package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionListener;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;

/** Group C, first part: candidates that something is in the way of. */
class StuckCandidatesIT extends Scene {

    private static final Duration MENDED = Duration.ofSeconds(8);

    @Fault(id = "C1", value = "the create's answer is lost and the list that settles it is old")
    void c1_createOfUnknownOutcomeAndAnOldList(Finding finding) throws Exception {
        Tricks tricks = new Tricks().create(Tricks.Fate.LOST).staleList();
        Tricks ofLatch = new Tricks().create(Tricks.Fate.LOST).staleList();
        try (CuratorFramework tricky = tricks.client(connect());
                CuratorFramework latchClient = ofLatch.client(connect());
                Latches latches = Latches.idle(latchClient, b)) {
            latches.faultBegins();
            latches.a().start();
            long began = System.nanoTime();
            try (LeaderElection only = Duel.candidate(tricky, Duel.PATH, "a").start()) {
                Leadership one = only.awaitLeadership(PROMPT).orElseThrow();
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                await("one znode is left, that of the leader")
                        .atMost(PROMPT)
                        .until(() -> children(Duel.PATH + "/candidates").size() == 1);
                assertThat(only.candidates().get(0).holder()).isTrue();
                assertThat(one.isHeld()).isTrue();
                latches.b().start();
                String verdict = latches.verdict(SESSION);
                finding.baton("one znode, leads after %s", Finding.seconds(took));
                finding.rival(
                        "%s, %d znodes of 2 latches (the catalogue's orphan did not come about)",
                        verdict, children(Latches.PATH).size());
            }
        }
    }

    @Fault(id = "C3", value = "creating is refused at first")
    void c3_creatingIsRefusedAtFirst(Finding finding) throws Exception {
        for (String refused : List.of("/billing", Latches.PATH)) {
            operator.create().withACL(ALL_BUT_CREATING).forPath(refused);
        }
        Recorder told = new Recorder();
        try (LeaderElection election =
                        Duel.candidate(a, Duel.PATH, "a").listener(told).start();
                Latches latches = Latches.idle(b)) {
            latches.a().start();
            await().until(() -> !told.failures().isEmpty());
            assertThat(election.state().lastError().orElseThrow()).contains("NOAUTH", Duel.PATH);
            long mended = System.nanoTime();
            mend("/billing");
            mend(Latches.PATH);
            latches.faultBegins();
            assertThat(election.awaitLeadership(MENDED)).isPresent();
            Duration took = Duration.ofNanos(System.nanoTime() - mended);
            assertThat(told.failures()).as("told once, not in a flood").hasSize(1);
            finding.baton("told; leads %s after it was mended", Finding.seconds(took));
            finding.rival(latches.verdict(Duration.ofSeconds(3)));
        }
    }

    @Fault(id = "C5", value = "the chroot is missing at first")
    void c5_chrootIsMissingAtFirst(Finding finding) throws Exception {
        CuratorFramework below = ensemble.startedAt(
                "/nobody", CuratorFrameworkFactory.builder().sessionTimeoutMs((int) SESSION.toMillis()));
        Recorder told = new Recorder();
        try (LeaderElection election =
                        Duel.candidate(below, Duel.PATH, "a").listener(told).start();
                Latches latches = Latches.idle(below)) {
            latches.a().start();
            await().until(() -> !told.failures().isEmpty());
            assertThat(told.failures().get(0)).hasMessageContaining("chroot");
            long mended = System.nanoTime();
            operator.create().forPath("/nobody");
            latches.faultBegins();
            assertThat(election.awaitLeadership(MENDED)).isPresent();
            finding.baton(
                    "told; leads %s after it was mended",
                    Finding.seconds(Duration.ofNanos(System.nanoTime() - mended)));
            finding.rival(latches.verdict(Duration.ofSeconds(3)));
        }
    }

    @Fault(id = "C6", value = "foreign children in the election's path")
    void c6_foreignChildrenInThePath(Finding finding) throws Exception {
        for (String foreign : new String[] {"/00-config", "/zz", "/candidates/00-config", "/candidates/c-1"}) {
            operator.create().creatingParentsIfNeeded().forPath(Duel.PATH + foreign);
        }
        operator.create().creatingParentsIfNeeded().forPath(Latches.PATH + "/00-config");
        try (Latches latches = Latches.idle(a, b);
                LeaderElection nested = Duel.candidate(operator, Duel.PATH + "/candidates/nested", "n")
                        .start()) {
            latches.faultBegins();
            latches.a().start();
            latches.b().start();
            try (Duel duel = new Duel(a, b)) {
                assertThat(nested.awaitLeadership(Duel.SOON)).isPresent();
                assertThat(ids(duel.b)).as("the foreign ones are no candidates").containsExactly("a", "b");
                duel.faultBegins();
                duel.one.close();
                duel.isFollowed(PROMPT);
                finding.baton("ignored; next after %s", duel.took());
                finding.rival(latches.verdict(SESSION));
            }
        }
    }

    @Fault(id = "C8", value = "the callback of a new leader throws")
    void c8_callbackOfANewLeaderThrows(Finding finding) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (LeaderElection broken = Duel.candidate(a, Duel.PATH, "a")
                        .listener(new ElectionListener() {
                            @Override
                            public void elected(Leadership term) {
                                calls.incrementAndGet();
                                throw new IllegalStateException("no database");
                            }
                        })
                        .start();
                Latches latches = Latches.idle(a, b)) {
            latches.a().addListener(new LeaderLatchListener() {
                @Override
                public void isLeader() {
                    throw new IllegalStateException("no database");
                }

                @Override
                public void notLeader() {}
            });
            latches.a().start();
            await().until(() -> latches.a().hasLeadership());
            latches.b().start();
            await("alone it cools down")
                    .during(Duration.ofSeconds(1))
                    .atMost(PROMPT)
                    .until(() -> calls.get() <= 1);
            await().atMost(PROMPT).until(() -> calls.get() == 1);
            try (LeaderElection next = Duel.candidate(b, Duel.PATH, "b").start()) {
                long began = System.nanoTime();
                assertThat(next.awaitLeadership(PROMPT)).isPresent();
                assertThat(broken.leadership()).isEmpty();
                finding.baton(
                        "resigned, cools down; next after %s",
                        Finding.seconds(Duration.ofNanos(System.nanoTime() - began)));
            }
            boolean nameOnly = latches.a().hasLeadership() && !latches.b().hasLeadership();
            finding.rival(nameOnly ? "**leader in name only**" : "ok");
        }
    }

    @Fault(id = "C9", value = "a permanent refusal: dies unnoticed, or spins")
    void c9_permanentRefusal(Finding finding) throws Exception {
        operator.create().withACL(ALL_BUT_CREATING).forPath("/guarded");
        Tricks tricks = new Tricks();
        Tricks ofSelector = new Tricks();
        try (CuratorFramework tricky = tricks.client(connect());
                CuratorFramework selectorClient = ofSelector.client(connect());
                LeaderElection election =
                        Duel.candidate(tricky, "/guarded/leader", "a").start();
                LeaderSelector selector =
                        new LeaderSelector(selectorClient, "/guarded/sel", new LeaderSelectorListenerAdapter() {
                            @Override
                            public void takeLeadership(CuratorFramework client) {}
                        })) {
            selector.autoRequeue();
            selector.start();
            await("attempts grow apart")
                    .during(SESSION)
                    .atMost(SESSION.multipliedBy(2))
                    .until(() -> tricks.creates.get() < 60);
            assertThat(election.state().failures()).isPositive();
            assertThat(election.state().lastError().orElseThrow()).contains("NOAUTH");
            finding.baton("told and shown; %d attempts in 2 s", election.state().failures());
            finding.rival("LeaderSelector: **spins**, %d creates in 2 s", ofSelector.creates.get());
        }
    }
}
