package dev.baton.election.internal.loop;

/** Where the loop publishes the end of a session's lease, for any thread to read. Thread-safe. */
final class LeaseClock {

    private final Timeline timeline;
    private volatile long end;

    LeaseClock(Timeline timeline) {
        this.timeline = timeline;
        clear();
    }

    /** Sets when the lease ends. */
    void extendTo(long nanos) {
        end = nanos;
    }

    /** Sets the end to the past. */
    void clear() {
        end = timeline.nanoTime() - 1;
    }

    /** When the lease ends. */
    long end() {
        return end;
    }

    /** Whether it is earlier than that now. */
    boolean isBefore(long nanos) {
        return nanos - timeline.nanoTime() > 0;
    }

    /** Nanoseconds up to the end; zero or less when it is over. */
    long remaining() {
        long read = end;
        return read - timeline.nanoTime();
    }
}
