package dev.baton.election.internal.simulation;

import java.util.function.LongFunction;

/** One seed, for those who know nothing of the classes here: what is broken, or nothing. */
public final class Trial implements LongFunction<String> {

    @Override
    public String apply(long seed) {
        return Simulation.run(Plan.of(seed), false).broken().orElse("");
    }
}
