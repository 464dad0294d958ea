package dev.baton.integration.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.baton.integration.candidate.Recipe;
import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.History;
import dev.baton.integration.history.Term;
import dev.baton.integration.history.UnreadableHistoryException;
import dev.baton.integration.history.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a leader must ride out: a slow link, a short silence of its link, a jump of its clock, servers of another rate. */
@Tag("extended")
class AClockOrASlowLinkMovesNobodyIT {
    private static final Duration SESSION = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    @DisplayName("R6, R9: the same term goes on, until the leader is paused past its session: the control")
    void theSameTermGoesOn() throws Exception {
        Settings settings =
                new Settings("none", "none", "/election", "/work", SESSION, Duration.ofMillis(500), Recipe.BATON);
        try (World world = new World(3, 2, settings, directory)) {
            world.start();
            Wait.until(PATIENCE, "somebody leads", () -> world.leader().isPresent());
            Candidate leader = world.leader().orElseThrow();

            leader.delay(150);
            holdsOn(leader, Duration.ofSeconds(8));
            leader.pass();

            for (Link.Direction direction : Link.Direction.values()) {
                leader.swallow(EnumSet.of(direction));
                Thread.sleep(SESSION.toMillis() / 10);
                leader.pass();
                holdsOn(leader, Duration.ofSeconds(3));
            }

            assumeThat(FakeTime.isHere()).as("libfaketime is installed").isTrue();
            for (Duration offset : List.of(Duration.ofDays(1), Duration.ofDays(-1), Duration.ZERO)) {
                leader.wallClockOffBy(offset);
                holdsOn(leader, Duration.ofSeconds(3));
            }

            assertThat(wallClocks(world, leader))
                    .as("days that the leader's wall clock showed")
                    .hasSizeGreaterThanOrEqualTo(3);

            List<Server> servers = world.ensemble().servers();
            for (int i = 0; i < servers.size(); i++) {
                Server server = servers.get(i);
                server.child().end();
                server.start(FakeTime.rate(i == 1 ? 0.92 : 1.08));
                Wait.until(PATIENCE, server.name() + " serves", server::serves);
                holdsOn(leader, Duration.ofSeconds(2));
            }
            holdsOn(leader, SESSION.dividedBy(2));
            assertThat(termsOf(world)).as("terms until now").hasSize(1);

            leader.child().pause();
            Wait.until(
                    PATIENCE,
                    "another leads",
                    () -> world.leader().filter(other -> other != leader).isPresent());
            Thread.sleep(500);
            leader.child().resume();
            Wait.until(
                    PATIENCE,
                    "the control has lost an update",
                    () -> verdict(world).control().sawSomething());
            world.candidates().forEach(each -> end(each));
            assertThat(verdict(world).findings()).isEmpty();
        }
    }

    /** Its term is held for this long from now on, and then it writes; a term that is over would never be held again. */
    private static void holdsOn(Candidate leader, Duration length) throws InterruptedException {
        long until = System.nanoTime() + length.toNanos();
        Wait.until(PATIENCE.plus(length), leader.id() + " leads on", () -> {
            assertThat(leader.heldUntil())
                    .as("until when " + leader.id() + "'s term is held")
                    .isPresent();
            return leader.heldUntil().getAsLong() > until && leader.wroteAt().orElse(until) > until;
        });
    }

    private static Set<LocalDate> wallClocks(World world, Candidate leader) {
        return history(world).lines().stream()
                .filter(line -> line.by().equals(leader.id()))
                .map(line -> LocalDate.ofInstant(Instant.parse(line.wall()), ZoneOffset.UTC))
                .collect(Collectors.toSet());
    }

    private static void end(Candidate candidate) {
        try {
            candidate.child().end();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Term> termsOf(World world) {
        return history(world).terms();
    }

    private static Verdict verdict(World world) {
        return Verdict.of(history(world), Duration.ZERO, true);
    }

    private static History history(World world) {
        try {
            return world.history();
        } catch (UnreadableHistoryException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
