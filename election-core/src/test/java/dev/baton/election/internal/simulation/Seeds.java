package dev.baton.election.internal.simulation;

import dev.baton.election.internal.simulation.Simulation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs many seeds, on two threads, up to the first that breaks a rule. */
final class Seeds {

    private static final int THREADS = 2;

    private Seeds() {}

    /** The smallest seed found that breaks a rule, if one does; adds up what all of them reached. */
    static Optional<Outcome> run(long from, long count, Counters reached) throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        AtomicLong end = new AtomicLong(from + count);
        Callable<Optional<Outcome>> share = () -> share(next, end, reached);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Optional<Outcome>>> shares = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                shares.add(threads.submit(share));
            }
            Optional<Outcome> first = Optional.empty();
            for (Future<Optional<Outcome>> each : shares) {
                Optional<Outcome> found = result(each);
                if (found.isPresent()
                        && (first.isEmpty()
                                || found.get().plan().seed()
                                        < first.get().plan().seed())) {
                    first = found;
                }
            }
            return first;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Optional<Outcome> result(Future<Optional<Outcome>> of) throws InterruptedException {
        try {
            return of.get();
        } catch (ExecutionException bug) {
            throw new IllegalStateException(bug.getCause());
        }
    }

    private static Optional<Outcome> share(AtomicLong next, AtomicLong end, Counters reached) {
        Counters own = new Counters();
        Optional<Outcome> found = Optional.empty();
        for (long seed = next.getAndIncrement(); seed < end.get(); seed = next.getAndIncrement()) {
            Outcome outcome = Simulation.run(Plan.of(seed), false);
            own.add(outcome.counters());
            if (outcome.broken().isPresent()) {
                found = Optional.of(outcome);
                end.set(seed);
            }
        }
        synchronized (reached) {
            reached.add(own);
        }
        return found;
    }

    /** Leaves out every fault without which a rule still breaks, and runs what is left once more, with a journal. */
    static Outcome shrink(Plan broken) {
        Plan least = broken;
        for (int i = least.faults().size() - 1; i >= 0; i--) {
            Plan fewer = least.without(i);
            if (Simulation.run(fewer, false).broken().isPresent()) {
                least = fewer;
            }
        }
        return Simulation.run(least, true);
    }

    /** All that is to be known of a seed that breaks a rule. */
    static String report(Outcome broken) {
        Outcome least = shrink(broken.plan());
        return "\n" + broken.broken().orElseThrow() + "\n\nwith " + broken.plan() + "\nand still with only "
                + least.plan() + "\nas follows:\n" + String.join("\n", least.journal()) + "\n"
                + least.broken().orElse("?");
    }
}
