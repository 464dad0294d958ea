package dev.baton.integration.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.integration.candidate.Recipe;
import dev.baton.integration.history.Finding;
import dev.baton.integration.history.Finding.Rule;
import dev.baton.integration.history.Verdict;
import dev.baton.integration.history.Verdict.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What must hold does under random faults.
 *
 * <p>{@code -Dnemesis.seed}, {@code -Dnemesis.minutes} and {@code -Dnemesis.every} (seconds) make it another run or a longer
 * one; {@code -Dnemesis.recipe=latch} puts Curator's LeaderLatch under it, and then what must hold must be seen not to.
 */
@Tag("extended")
class NemesisIT {

    @Test
    @DisplayName("R1 to R13: under random faults all that must hold does, and the unfenced counter loses updates")
    void allThatMustHoldDoesUnderRandomFaults() throws Exception {
        // A new one each time: each build is one more run. It is printed, and in the report.
        long seed = Long.getLong("nemesis.seed", new Random().nextInt(1_000_000));
        Recipe recipe = Recipe.named(System.getProperty("nemesis.recipe", "baton"));
        Path out = Path.of(System.getProperty("baton.nemesis.dir"))
                .resolve(recipe + "-" + seed + "-" + ProcessHandle.current().pid());
        System.out.println("nemesis: seed " + seed + ", " + recipe + ", into " + out);
        Verdict verdict = NemesisProgram.judge(new Options(
                seed,
                seconds(60 * number("nemesis.minutes", 2.5)),
                seconds(number("nemesis.every", 3)),
                recipe,
                3,
                5,
                Duration.ofSeconds(4),
                Duration.ofMillis(500),
                out));
        System.out.println(Files.readString(out.resolve("report.md")));
        switch (recipe) {
            case BATON -> {
                assertThat(verdict.findings())
                        .as("seed %d, report in %s", seed, out)
                        .isEmpty();
                assertThat(verdict.outcome())
                        .as("seed %d, report in %s", seed, out)
                        .isEqualTo(Outcome.CLEAN);
            }
            case LATCH ->
                assertThat(verdict.findings())
                        .as("what a latch does not promise, seed %d", seed)
                        .extracting(Finding::rule)
                        .contains(Rule.ONE_TERM_AT_A_TIME, Rule.NO_LOST_UPDATE);
        }
    }

    private static double number(String property, double otherwise) {
        return Double.parseDouble(System.getProperty(property, Double.toString(otherwise)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
