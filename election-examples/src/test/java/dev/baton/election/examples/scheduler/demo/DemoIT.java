package dev.baton.election.examples.scheduler.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, with real processes and real signals. */
class DemoIT {

    @TempDir
    private Path dir;

    @AfterEach
    void nothingIsLeft() throws Exception {
        DemoRun run = current;
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(run.leftProcesses()).isEmpty();
            assertThat(run.leftFiles()).isEmpty();
        });
    }

    /** The exit code of a demo whose next leader came later than promised. */
    private static final int LATE = 5;

    private DemoRun current;

    /** R3, F26, F30: the leader is killed. */
    @Test
    void killedLeader() throws Exception {
        JsonNode summary = play("--for=9s", "--fault=kill");

        everyDueRunDoneOnce(summary);
        assertThat(summary.path("failoverMillis").asLong())
                .isBetween(1L, summary.path("failoverBoundMillis").asLong());
        assertThat(terms(summary, "reason")).containsExactly("SUPERSEDED", "CLOSED");
        assertThat(terms(summary, "token")).isSorted().doesNotHaveDuplicates();
        assertThat(terms(summary, "holder")).doesNotHaveDuplicates();
    }

    /** R6, R13, F01: the leader is frozen between a decision and its write, past its session, and wakes. */
    @Test
    void pausedLeader() throws Exception {
        JsonNode summary = play("--for=9s", "--fault=pause");

        everyDueRunDoneOnce(summary);
        assertThat(summary.path("staleWritesRefused").asInt()).isPositive();
        assertThat(summary.path("failoverMillis").asLong())
                .isBetween(1L, summary.path("failoverBoundMillis").asLong());
        assertThat(current.text())
                .contains("a write, decided with isHeld()=true")
                .contains("isHeld()=false; the write goes out")
                .contains("in ZooKeeper: Election /scheduler/election");
    }

    /** R4, R12: the leader is told to end. Where others take the processors, one play of three within the second will do. */
    @Test
    void stoppedLeader() throws Exception {
        int code;
        int plays = 0;
        do {
            current = DemoRun.start(dir, "--for=9s", "--fault=stop", "--fault-after=6s");
            code = current.exitCode();
            everyDueRunDoneOnce(current.summary());
            assertThat(terms(current.summary(), "reason")).containsExactly("CLOSED", "CLOSED");
        } while (code == LATE && ++plays < 3);

        assertThat(code).as(current.text()).isZero();
        assertThat(current.summary().path("failoverMillis").asLong()).isBetween(1L, 1000L);
    }

    @Test
    void nothingHappens() throws Exception {
        JsonNode summary = play("--for=5s", "--fault=none", "--nodes=1");

        everyDueRunDoneOnce(summary);
        assertThat(summary.path("failoverMillis").isNull()).isTrue();
        assertThat(summary.path("runsReattempted").asInt()).isZero();
        assertThat(terms(summary, "holder")).containsExactly("node-1");
    }

    /** A worker that does not lead is killed with a long run on its hands: the run gets a second attempt. */
    @Test
    void killedWorker() throws Exception {
        Path jobs = dir.resolve("jobs.yaml");
        java.nio.file.Files.writeString(jobs, """
                jobs:
                  - name: long
                    shell: true
                    command: |
                      echo "$BATON_JOB $BATON_SCHEDULED_TIME $BATON_ATTEMPT $BATON_WORKER" >> "$BATON_LEDGER"
                      sleep 4
                    every: 1s
                    timeout: 30s
                """);
        current = DemoRun.start(dir, "--for=9s", "--fault=none", "--session-timeout=3s", "--jobs=" + jobs);
        current.awaitLine("  ACTS ");
        String worker = Stream.of("node-1", "node-2", "node-3")
                .filter(name -> !name.equals(current.leader().orElseThrow()))
                .findFirst()
                .orElseThrow();
        current.awaitLine(worker + "  start ");

        current.node(worker).destroyForcibly();

        assertThat(current.exitCode()).as(current.text()).isZero();
        JsonNode summary = current.summary();
        everyDueRunDoneOnce(summary);
        assertThat(summary.path("runsReattempted").asInt()).isPositive();
        assertThat(terms(summary, "token")).hasSize(1);
    }

    /** The demo itself is killed: its nodes see the end of their input, end, and tidy up. */
    @Test
    void killedDemoLeavesNothing() throws Exception {
        current = DemoRun.start(dir, "--for=60s", "--fault=none");
        current.awaitLine("  start ");

        current.handle().destroyForcibly();

        assertThat(current.exitCode()).isEqualTo(137);
    }

    /** As Ctrl-C, but for the code. */
    @Test
    void terminatedDemoGivesItsAccount() throws Exception {
        current = DemoRun.start(dir, "--for=60s", "--fault=none");
        current.awaitLine("  done ");

        current.handle().destroy();

        assertThat(current.exitCode()).isEqualTo(143);
        everyDueRunDoneOnce(current.summary());
    }

    private JsonNode play(String... options) throws Exception {
        current = DemoRun.start(dir, options);
        assertThat(current.exitCode()).as(current.text()).isZero();
        return current.summary();
    }

    private void everyDueRunDoneOnce(JsonNode summary) {
        assertThat(summary.path("runsDue").asInt()).as(current.text()).isPositive();
        assertThat(summary.path("runsDone").asInt())
                .as(current.text())
                .isEqualTo(summary.path("runsDue").asInt());
        assertThat(summary.path("lost").asInt(-1)).isZero();
        assertThat(summary.path("duplicates").asInt(-1)).isZero();
        assertThat(summary.path("notDue").asInt(-1)).isZero();
        assertThat(summary.path("runsFailed").asInt(-1)).isZero();
    }

    private static Stream<String> terms(JsonNode summary, String field) {
        return summary.path("terms").findValuesAsText(field).stream();
    }
}
