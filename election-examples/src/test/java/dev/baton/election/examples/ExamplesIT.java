package dev.baton.election.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every small example, as a reader runs it, shows what it says that it shows: R13. */
class ExamplesIT {

    @TempDir
    private Path directory;

    /** What it prints, in a JVM of its own. */
    private List<String> run(String main) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.baton.election.examples." + main)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("%s ends", main).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as("%s%s", said, Files.readString(err)).isZero();
        try (var left = Files.list(directory)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("baton-example-")))
                    .as("left behind")
                    .isEmpty();
        }
        return said.lines().toList();
    }

    @Test
    void oldPrimarysLateWriteIsRefused_R13() throws Exception {
        List<String> lines = run("primary.FencedPrimary");
        assertThat(lines).anyMatch(line -> line.startsWith("db-1: refused. A write to 'orders' under token "));
        assertThat(lines.stream().filter(line -> line.startsWith("row: ")))
                .containsExactly(
                        "row: order 1 of db-1", "row: order 2 of db-1", "row: order 3 of db-2", "row: order 4 of db-2");
    }

    @Test
    void holderOfALockThatWasPausedIsRefusedByTheResource_R13() throws Exception {
        List<String> lines = run("locks.FencedLocks");
        assertThat(lines)
                .contains("bob waits: true", "bob has the lock, with a greater token: true")
                .anyMatch(line -> line.startsWith("alice is refused. "))
                .contains("printed: [alice 1, bob 1, bob 2]");
    }

    @Test
    void cachesDropWhatAnOldLeaderSaid_R13() throws Exception {
        List<String> lines = run("caches.CacheCoordinator");
        assertThat(lines.stream().filter(line -> line.startsWith("dropped apple=10")))
                .hasSize(2);
        assertThat(lines.stream().filter(line -> line.equals("cache: {apple=12}")))
                .hasSize(3);
    }

    @Test
    void nodeThatGoesIsFollowedInItsShardsAndNowhereElse() throws Exception {
        List<String> lines = run("partitions.PartitionLeaders");
        assertThat(lines.get(0)).isEqualTo("shards: {0=node-a, 1=node-b, 2=node-c, 3=node-a, 4=node-b, 5=node-c}");
        assertThat(lines.get(2)).startsWith("shards: {0=node-a, ").doesNotContain("node-b", "null");
        assertThat(lines.get(3)).isEqualTo("the others stay where they were: true");
    }

    @Test
    void leaderThatIsStoppedSpoilsTheTableWithoutAFenceAndNotTheOther_A5_R13() throws Exception {
        List<String> lines = run("twoleaders.TwoLeaders");
        assertThat(lines)
                .contains("first: wrote 1 into the table without a fence")
                .anyMatch(line -> line.startsWith("first: refused. A write to 'fenced' under token "))
                .endsWith("table     counted  shows", "unfenced        3      1", "fenced          3      3");
    }

    @Test
    void workThatIsDoneTwiceUnderOneKeyDoesNoHarm() throws Exception {
        List<String> lines = run("idempotent.IdempotentWork");
        assertThat(lines.stream().filter(line -> line.startsWith("by key: ")))
                .containsExactly("by key: 2026-11 says 'invoice of 2026-11, 100.00'");
        assertThat(lines).anyMatch(line -> line.startsWith("appended: 2 mails for one invoice: "));
    }

    @Test
    void serverAnswersEachKindOfHeaderByItsStatus_R13() throws Exception {
        List<String> lines = run("http.HttpGate");
        assertThat(lines.get(0)).isEqualTo("first: 200 done");
        assertThat(lines.get(1)).isEqualTo("second: 200 done");
        assertThat(lines.get(2)).startsWith("late: 412 ").contains("refused and not applied");
        assertThat(lines.get(3)).startsWith("anonymous: 428 ");
        assertThat(lines.get(4)).startsWith("garbled: 400 ");
        assertThat(lines.get(5)).isEqualTo("written: [first, second]");
    }
}
