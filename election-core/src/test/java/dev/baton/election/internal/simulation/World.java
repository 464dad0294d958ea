package dev.baton.election.internal.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** True time, and everything that is to happen in it, one after another; one seed decides all. */
final class World {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    private static final int JOURNAL = 400;

    private record Occurrence(long at, long number, Runnable what) implements Comparable<Occurrence> {
        @Override
        public int compareTo(Occurrence other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    private final PriorityQueue<Occurrence> future = new PriorityQueue<>();
    private final Deque<String> journal = new ArrayDeque<>();
    private final boolean telling;
    private final Counters counters = new Counters();
    private final SplittableRandom random;
    private long now;
    private long numbers;

    /**
     * Makes a world in which nothing is to happen yet.
     *
     * @param telling whether it keeps a journal, which takes time
     */
    World(long seed, boolean telling) {
        this.random = new SplittableRandom(seed);
        this.telling = telling;
    }

    long now() {
        return now;
    }

    SplittableRandom random() {
        return random;
    }

    Counters counters() {
        return counters;
    }

    /** Whether something that happens once in so many times happens now. */
    boolean onceIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** A time below the limit. */
    long upTo(long limit) {
        return limit <= 0 ? 0 : random.nextLong(limit);
    }

    /** Lets something happen after a time. */
    void in(long delay, Runnable what) {
        future.add(new Occurrence(now + delay, numbers++, what));
    }

    /** Lets the world go on up to that time, or until it is enough; says whether it was. */
    boolean run(long until, BooleanSupplier enough) {
        while (!future.isEmpty() && future.peek().at() <= until) {
            Occurrence next = future.remove();
            now = next.at();
            next.what().run();
            if (enough.getAsBoolean()) {
                return true;
            }
        }
        now = until;
        return enough.getAsBoolean();
    }

    /** Lets the world go on up to that time. */
    void run(long until) {
        run(until, () -> false);
    }

    /** Notes what happened, for the one who has to understand a failure. */
    void tell(Supplier<String> line) {
        if (telling) {
            journal.add(String.format(Locale.ROOT, "%9.4f  %s", (double) now / SECOND, line.get()));
            if (journal.size() > JOURNAL) {
                journal.remove();
            }
        }
    }

    /** The last that happened, oldest first. */
    List<String> journal() {
        return List.copyOf(journal);
    }
}
