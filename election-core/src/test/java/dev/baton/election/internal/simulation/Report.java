package dev.baton.election.internal.simulation;

import java.util.function.LongFunction;

/** What is reported of one seed that breaks a rule, for those who know nothing of the classes here. */
public final class Report implements LongFunction<String> {

    @Override
    public String apply(long seed) {
        return Seeds.report(Simulation.run(Plan.of(seed), false));
    }
}
