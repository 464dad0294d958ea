package dev.baton.election.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation proves itself: every bug planted in the code is found. */
class SimulationMutationTest {

    private static final int SEEDS = 5_000;
    private static final int LEAST = 25;

    static Stream<Mutant> mutants() {
        return Mutants.all().stream();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void everyBugIsFound(Mutant mutant) throws Exception {
        try (Silence quiet = new Silence()) {
            LongFunction<String> trial = new MutantLoader(mutant).trial();
            for (long seed = 0; seed < SEEDS; seed++) {
                String broken = trial.apply(seed);
                if (!broken.isEmpty()) {
                    System.out.println("'" + mutant.name() + "' found at seed " + seed + ": " + broken);
                    return;
                }
            }
        }
        fail("the simulation does not find the bug '" + mutant.name() + "' in " + SEEDS + " seeds");
    }

    @Test
    void whatIsFoundIsReportedWithItsSeedTheLeastThatBreaksARuleAndATranscript() throws Exception {
        Mutant mutant = Mutant.of(
                "token is the sequence number",
                "machine/Holding",
                "new Action.Begin(own, zxid, version)",
                "new Action.Begin(own, own.sequence(), version)");
        try (Silence quiet = new Silence()) {
            String report = new MutantLoader(mutant).report().apply(0);
            assertThat(report).contains("R2: ", "with seed 0\n", "and still with only seed 0\n", " BEGINS 0\n");
            String least = report.substring(report.indexOf("and still with only"), report.indexOf("as follows:"));
            assertThat(least).as("no fault is needed for that").doesNotContain("span=");
        }
    }

    @Test
    void thereAreEnough() {
        assertThat(Mutants.all()).hasSizeGreaterThanOrEqualTo(LEAST);
    }
}
