package dev.baton.election.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.election.internal.simulation.Simulation.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The real loop, lease and machine of several processes in a simulated world: no seed breaks a rule.
 *
 * <p>{@code -Dsimulation.seeds=1000000 -Dsimulation.from=20000} runs others than usual.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SimulationTest {

    private static final long FROM = Long.getLong("simulation.from", 0);
    private static final long SEEDS = Long.getLong("simulation.seeds", 20_000);
    private static final long ENOUGH = 2_000;

    /** What is rare and must be reached all the same. */
    private static final List<String> REACHED = List.of(
            "claimed",
            "claim refused",
            "passed",
            "pass refused",
            "successor gone",
            "baton asked for",
            "create settled: it was there",
            "create settled: no",
            "leader deposed by the operator",
            "answer lost",
            "request lost",
            "request applied after the cut",
            "event lost",
            "watch replayed",
            "touch lost with its follower",
            "session expired",
            "zombie swept",
            "term",
            "listener threw",
            "listener slow",
            "notice: RenewedLate",
            "closed",
            "ended: RESIGNED",
            "ended: PASSED",
            "ended: CLOSED",
            "ended: CALLBACK_FAILED",
            "ended: UNHEALTHY",
            "ended: DISCONNECTED",
            "ended: LEASE_EXPIRED",
            "ended: SESSION_LOST",
            "ended: ZNODE_DELETED",
            "ended: BATON_TAKEN");

    @Test
    @Order(1)
    void seedsThatBrokeARuleOnceBreakNone() throws Exception {
        try (Silence quiet = new Silence()) {
            for (long seed : kept()) {
                Outcome outcome = Simulation.run(Plan.of(seed), false);
                if (outcome.broken().isPresent()) {
                    fail(Seeds.report(outcome));
                }
            }
        }
    }

    private static List<Long> kept() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(SimulationTest.class.getResourceAsStream("/simulation/seeds.txt"))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("\n"))
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Long.parseLong(line.split(" ")[0]))
                    .toList();
        }
    }

    @Test
    @Order(2)
    void oneSeedIsOneRun() throws Exception {
        try (Silence quiet = new Silence()) {
            Outcome first = Simulation.run(Plan.of(7), true);
            Outcome second = Simulation.run(Plan.of(7), true);
            assertThat(second.counters().toString()).isEqualTo(first.counters().toString());
            assertThat(second.journal()).hasSameSizeAs(first.journal());
        }
    }

    @Test
    @Order(3)
    void noSeedBreaksARule() throws Exception {
        Counters reached = new Counters();
        try (Silence quiet = new Silence()) {
            Optional<Outcome> broken = Seeds.run(FROM, SEEDS, reached);
            broken.ifPresent(outcome -> fail(Seeds.report(outcome)));
        }
        System.out.println(SEEDS + " seeds from " + FROM + ": " + reached);
        if (SEEDS < ENOUGH) {
            return;
        }
        for (Fault.Kind kind : Fault.Kind.values()) {
            assertThat(reached.of("fault: " + kind)).as("fault " + kind).isPositive();
        }
        for (String rare : REACHED) {
            assertThat(reached.of(rare)).as(rare).isPositive();
        }
    }
}
