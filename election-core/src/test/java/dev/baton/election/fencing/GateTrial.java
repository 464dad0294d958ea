package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Eight threads write to one resource under terms that are new, old and repeated, and crash on the way; a seed decides
 * who does what and where each pauses. What the resource has in the end must be what a gate promises.
 */
final class GateTrial {

    private static final int THREADS = 8;

    /** What became of one attempt at a write. */
    enum Outcome {
        DONE,
        REFUSED,
        /** It crashed, or its answer was lost. */
        UNKNOWN
    }

    /** One write that the resource has, in the order in which it has them. */
    record Written(TermId term, String operation) {}

    /** A resource and its gate, as one writer has them. */
    interface Resource extends AutoCloseable {

        /** Writes what was not written yet; fails for good only by a defect. */
        Outcome write(TermId term, String operation, Random random) throws Exception;

        /** What the gate says of an operation. */
        boolean isFinished(String operation) throws Exception;

        /** All that was written. */
        List<Written> written() throws Exception;

        @Override
        default void close() throws Exception {}
    }

    /** Opens the resource once more. */
    interface Opening {
        Resource open() throws Exception;
    }

    private final Opening opening;
    private final AtomicLong tokens = new AtomicLong();
    private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
    private final AtomicLong crashes = new AtomicLong();

    private GateTrial(Opening opening) {
        this.opening = opening;
    }

    /**
     * Runs it.
     *
     * @param gateKeepsAll whether the gate finds every operation, and not only the newest
     */
    static void run(long seed, int writesPerThread, boolean gateKeepsAll, Opening opening) throws Exception {
        GateTrial trial = new GateTrial(opening);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int writer = i;
                ends.add(threads.submit(() -> {
                    trial.writeAll(writer, new Random(seed * 31 + writer), writesPerThread);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        try (Resource resource = opening.open()) {
            assertThat(trial.outcomes.values())
                    .as("seed %d reaches every outcome", seed)
                    .contains(Outcome.DONE, Outcome.REFUSED);
            assertThat(trial.crashes).as("crashes").hasPositiveValue();
            verify("seed " + seed, resource, trial.outcomes, gateKeepsAll);
        }
    }

    private void writeAll(int writer, Random random, int writes) throws Exception {
        TermId mine = term(writer, tokens.incrementAndGet());
        try (Resource resource = opening.open()) {
            for (int i = 0; i < writes; i++) {
                int dice = random.nextInt(10);
                if (dice < 3) {
                    mine = term(writer, tokens.incrementAndGet());
                } else if (dice == 3) {
                    mine = term(writer, tokens.get()); // a number that another has as well
                }
                String operation = "w" + writer + "-" + i;
                Outcome outcome = resource.write(mine, operation, random);
                while (outcome == Outcome.UNKNOWN) {
                    crashes.incrementAndGet();
                    outcome = resource.write(mine, operation, random);
                }
                if (outcome == Outcome.REFUSED && resource.isFinished(operation)) {
                    outcome = Outcome.DONE; // before the crash
                }
                outcomes.put(operation, outcome);
            }
        }
    }

    private static TermId term(int writer, long token) {
        return new TermId(new FencingToken(token, writer), "holder-" + writer);
    }

    /** What a gate promises, of a resource that nobody writes to any more. */
    static void verify(String what, Resource resource, Map<String, Outcome> outcomes, boolean gateKeepsAll)
            throws Exception {
        List<Written> written = resource.written();
        for (int i = 1; i < written.size(); i++) {
            assertThat(written.get(i).term().mayFollow(written.get(i - 1).term()))
                    .as("%s: %s after %s", what, written.get(i), written.get(i - 1))
                    .isTrue();
        }
        Map<String, Long> times =
                written.stream().collect(Collectors.groupingBy(Written::operation, Collectors.counting()));
        assertThat(times.values()).as("%s: nothing was written twice", what).allMatch(count -> count == 1);
        for (Map.Entry<String, Outcome> each : outcomes.entrySet()) {
            boolean there = times.containsKey(each.getKey());
            boolean finished = resource.isFinished(each.getKey());
            if (each.getValue() == Outcome.DONE) {
                assertThat(there)
                        .as("%s: %s was accepted and is not lost", what, each.getKey())
                        .isTrue();
            } else if (gateKeepsAll) {
                assertThat(there)
                        .as("%s: %s is there if and only if the gate says so", what, each.getKey())
                        .isEqualTo(finished);
                assertThat(each.getValue() == Outcome.REFUSED && there)
                        .as("%s: %s was refused", what, each.getKey())
                        .isFalse();
            }
            assertThat(finished && !there)
                    .as("%s: %s is finished and lost", what, each.getKey())
                    .isFalse();
        }
    }

    /** Lets others run, now and then, where a writer is most in the way. */
    static void pause(Random random) {
        switch (random.nextInt(4)) {
            case 0 -> Thread.yield();
            case 1 -> java.util.concurrent.locks.LockSupport.parkNanos(random.nextInt(200_000));
            default -> Thread.onSpinWait();
        }
    }
}
