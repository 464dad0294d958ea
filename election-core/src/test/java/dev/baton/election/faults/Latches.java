package dev.baton.election.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;

/** LeaderLatches that meet the same fault: the first leads, the others wait. Nothing is asserted of them. */
final class Latches implements AutoCloseable {

    static final String PATH = "/latch";

    private final List<LeaderLatch> latches = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Beholder beholder;

    private Latches(List<LeaderLatch> latches) {
        this.latches.addAll(latches);
        this.beholder = new Beholder(latches.stream()
                .<java.util.function.BooleanSupplier>map(latch -> latch::hasLeadership)
                .toArray(java.util.function.BooleanSupplier[]::new));
    }

    static Latches start(CuratorFramework... clients) throws Exception {
        Latches all = idle(clients);
        for (LeaderLatch latch : all.latches) {
            latch.start();
            await().atMost(Duration.ofSeconds(10)).until(() -> latch.getOurPath() != null);
            if (latch == all.a()) {
                await().atMost(Duration.ofSeconds(10)).until(latch::hasLeadership);
            }
        }
        return all;
    }

    /** Not started yet. */
    static Latches idle(CuratorFramework... clients) {
        List<LeaderLatch> made = new ArrayList<>();
        for (CuratorFramework client : clients) {
            made.add(new LeaderLatch(client, PATH, "latch-" + made.size()));
        }
        Latches all = new Latches(made);
        all.a().addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                all.told.add("gain");
            }

            @Override
            public void notLeader() {
                all.told.add("loss");
            }
        });
        return all;
    }

    LeaderLatch a() {
        return latches.get(0);
    }

    List<LeaderLatch> all() {
        return latches;
    }

    LeaderLatch b() {
        return latches.get(1);
    }

    /** What the listener of the first was told. */
    List<String> told() {
        return told;
    }

    Beholder beholder() {
        return beholder;
    }

    void faultBegins() {
        beholder.mark();
    }

    String verdict(Duration watched) {
        return beholder.verdict(watched);
    }

    /** A latch may not come back from its close; the test must. */
    @Override
    public void close() throws Exception {
        beholder.close();
        for (LeaderLatch latch : latches) {
            closed(latch, Duration.ofSeconds(2));
        }
    }

    /** Whether the latch was closed within the limit, and how. */
    static String closed(LeaderLatch latch, Duration limit) throws Exception {
        CompletableFuture<String> closing = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        latch.close();
                        closing.complete("closes");
                    } catch (IllegalStateException again) {
                        closing.complete("was closed");
                    } catch (Exception refused) {
                        closing.complete("close() throws " + refused.getClass().getSimpleName());
                    }
                },
                "latch-close");
        thread.setDaemon(true);
        thread.start();
        return closing.completeOnTimeout("close() hangs", limit.toMillis(), TimeUnit.MILLISECONDS)
                .get();
    }
}
