package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.SECOND;

import dev.baton.election.internal.simulation.Fault.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What a run consists of beside chance: who stands, and what goes wrong. Everything follows from the seed; shrinking
 * leaves faults out.
 */
record Plan(long seed, List<Candidate.Nature> natures, List<Fault> faults) {

    /** For so long things go wrong; then the world heals. */
    static final long FAULTY = 30 * SECOND;

    private static final int SLOWEST = 905;
    private static final int FASTEST = 1095;

    static Plan of(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        boolean prioritized = random.nextInt(3) == 0;
        List<Candidate.Nature> natures = new ArrayList<>();
        int size = 2 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            int priority = prioritized ? random.nextInt(3) : 0;
            natures.add(new Candidate.Nature(i, priority, permille(random), random.nextInt(6) == 0));
        }
        return new Plan(seed, List.copyOf(natures), faults(random));
    }

    /** How fast a clock runs: a tenth is allowed, and often used. */
    private static int permille(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> SLOWEST;
            case 1 -> FASTEST;
            default -> SLOWEST + random.nextInt(FASTEST - SLOWEST);
        };
    }

    private static List<Fault> faults(SplittableRandom random) {
        List<Fault> faults = new ArrayList<>();
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        if (random.nextInt(4) > 0) {
            kinds.remove(Kind.EVENTS_LOST); // then all must be well again much sooner
        }
        int count = 2 + random.nextInt(11);
        for (int i = 0; i < count; i++) {
            boolean together = i > 0 && random.nextInt(3) == 0; // what goes wrong together is what nobody thought of
            long at = together
                    ? Math.min(faults.get(i - 1).at() + random.nextLong(SECOND), FAULTY - 1)
                    : random.nextLong(FAULTY - 2 * SECOND);
            faults.add(new Fault(kinds.get(random.nextInt(kinds.size())), at, random.nextInt(8), span(random)));
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return List.copyOf(faults);
    }

    /** Many are short, some about as long as a session. */
    private static long span(SplittableRandom random) {
        return random.nextInt(3) == 0 ? random.nextLong(2 * SECOND) : random.nextLong(14 * SECOND);
    }

    Plan without(int fault) {
        List<Fault> fewer = new ArrayList<>(faults);
        fewer.remove(fault);
        return new Plan(seed, natures, List.copyOf(fewer));
    }

    /** Whether some want to lead more than others. */
    boolean isPrioritized() {
        return natures.stream().anyMatch(nature -> nature.priority() > 0);
    }

    boolean has(Kind kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    @Override
    public String toString() {
        return "seed " + seed + "\n"
                + natures.stream().map(each -> "  " + each + "\n").collect(Collectors.joining())
                + faults.stream().map(each -> "  " + each + "\n").collect(Collectors.joining());
    }
}
