package dev.baton.election.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks again and again at who says that it leads, and measures for how long two did, and nobody. */
final class Beholder implements AutoCloseable {

    private static final long PAUSE = Duration.ofMillis(2).toNanos();

    private final List<BooleanSupplier> leads;
    private final Thread thread = new Thread(this::run, "beholder");
    private volatile boolean stopped;
    private long marked = System.nanoTime();
    private long last = marked;
    private long together;
    private long nobody;
    private long leaders;

    Beholder(BooleanSupplier... leads) {
        this.leads = List.of(leads);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!stopped) {
            look();
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** A stretch between two looks counts for what the later one saw. */
    private void look() {
        List<BooleanSupplier> saidYes =
                leads.stream().filter(BooleanSupplier::getAsBoolean).toList();
        // Who said yes first must still say so after the last did, or they did not lead at once.
        long yes = saidYes.size() < 2
                ? saidYes.size()
                : saidYes.stream().filter(BooleanSupplier::getAsBoolean).count();
        synchronized (this) {
            long now = System.nanoTime();
            together += yes > 1 ? now - last : 0;
            nobody += yes == 0 ? now - last : 0;
            leaders = yes;
            last = now;
        }
    }

    /** The fault begins: what was seen so far does not count. */
    synchronized void mark() {
        marked = System.nanoTime();
        last = marked;
        together = 0;
        nobody = 0;
    }

    synchronized Duration sinceMark() {
        return Duration.ofNanos(System.nanoTime() - marked);
    }

    /** How long two or more led at once. */
    synchronized Duration together() {
        return Duration.ofNanos(together);
    }

    /** How long nobody led. */
    synchronized Duration nobody() {
        return Duration.ofNanos(nobody);
    }

    synchronized long leaders() {
        return leaders;
    }

    /** How it went, in words, after it has been watched for that long since the fault began. */
    String verdict(Duration watched) {
        org.awaitility.Awaitility.await()
                .atMost(watched.plusSeconds(10))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> sinceMark().compareTo(watched) >= 0);
        if (together().toMillis() >= 10) {
            return "**two leaders** for " + Finding.seconds(together()) + (leaders() > 1 ? ", and still" : "");
        }
        if (leaders() == 0) {
            return "**nobody leads** after " + Finding.seconds(sinceMark());
        }
        return "ok, nobody for " + Finding.seconds(nobody());
    }

    @Override
    public void close() {
        stopped = true;
    }
}
