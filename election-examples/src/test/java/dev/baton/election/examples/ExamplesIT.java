package dev.baton.election.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every small example, as a reader runs it, shows what it says that it shows: R13. */
class ExamplesIT {

    @TempDir
    private Path directory;

    private Process start(String main) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.baton.election.examples." + main)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    /** What it prints, in a JVM of its own. */
    private List<String> run(String main) throws Exception {
        Process process = start(main);
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("%s ends", main).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(directory.resolve("out"));
        assertThat(process.exitValue())
                .as("%s%s", said, Files.readString(directory.resolve("err")))
                .isZero();
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
        assertThat(lines).anyMatch(line -> line.startsWith("db-1: REFUSED. A write to 'orders' under token "));
        assertThat(lines).contains("db-1 is about to take another order: isHeld()=true");
        assertThat(lines.stream().filter(line -> line.startsWith("in the table: ")))
                .containsExactly(
                        "in the table: order 1, taken by db-1",
                        "in the table: order 2, taken by db-1",
                        "in the table: order 3, taken by db-2",
                        "in the table: order 4, taken by db-2");
    }

    @Test
    void holderOfALockThatWasPausedIsRefusedByTheResource_R13() throws Exception {
        List<String> lines = run("locks.FencedLocks");
        assertThat(lines)
                .contains("bob waits: true")
                .anyMatch(line -> line.startsWith("alice is refused. "))
                .contains("printed: [alice 1, bob 1, bob 2]");
        assertThat(tokens(lines, "has the lock, under token "))
                .hasSize(2)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void cachesDropWhatAnOldLeaderSaidAndForgetWhatTheyMayHaveMissed_R13() throws Exception {
        List<String> lines = run("caches.CacheCoordinator");
        assertThat(lines.stream().filter(line -> line.contains(" DROPPED")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("far : #2 of token ");
        assertThat(lines.stream().filter(line -> line.endsWith("as a term begins")))
                .hasSize(4);
        assertThat(lines.stream().filter(line -> line.endsWith("as a message is missing")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("far : #3 of token ");
        assertThat(lines).endsWith("store {apple=4, pear=3}, near {apple=4, pear=3}, far {apple=4, pear=3}");
    }

    @Test
    void nodeThatGoesIsFollowedAndRefusedInItsShardsAndNowhereElse_R13() throws Exception {
        List<String[]> shards = run("partitions.PartitionLeaders").stream()
                .skip(1)
                .map(line -> line.split(" +"))
                .toList();
        assertThat(shards).hasSize(6);
        for (int shard = 0; shard < shards.size(); shard++) {
            // shard, leader, token, leader afterwards, token afterwards, what became of a write under the first token
            String[] row = shards.get(shard);
            assertThat(row).hasSize(6);
            assertThat(row[1]).isEqualTo("node-" + (shard % 3 + 1));
            if (row[1].equals("node-2")) {
                assertThat(row[3]).isNotEqualTo("node-2");
                assertThat(row[4]).isGreaterThan(row[2]);
                assertThat(row[5]).isEqualTo("REFUSED");
            } else {
                assertThat(row).endsWith(row[1], row[2], "done");
            }
        }
        assertThat(shards.stream().map(row -> row[4])).doesNotHaveDuplicates();
    }

    @Test
    void leaderThatIsStoppedSpoilsTheTableWithoutAFenceAndNotTheOther_A5_R13() throws Exception {
        List<String> lines = run("twoleaders.TwoLeaders");
        assertThat(lines)
                .contains(
                        "first leads, has read 100 and 100, isHeld()=true",
                        "second leads, has read 100 and 100, isHeld()=true",
                        "first wrote 150 to unfenced, isHeld()=false")
                .anyMatch(line -> line.startsWith("first is REFUSED. A write to 'fenced' under token "))
                .endsWith(
                        "table     before  deposited  expected  found  lost",
                        "unfenced     100         80       180    150    30",
                        "fenced       100         30       130    130     0");
    }

    /** One of its processes is stopped and cannot see it, the other waits for a server that is gone. */
    @Test
    void exampleThatIsKilledLeavesNoProcess() throws Exception {
        Process process = start("twoleaders.TwoLeaders");
        // The first leader, the shell that has stopped it, the second.
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> process.descendants().count() == 3);
        List<ProcessHandle> children = process.descendants().toList();

        process.destroyForcibly().waitFor();

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
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

    @Test
    void runListsTheExamplesAndRefusesANameThatIsNone() throws Exception {
        assertThat(script()).isZero();
        assertThat(Files.readAllLines(directory.resolve("out")).stream()
                        .filter(line -> line.startsWith("  "))
                        .map(line -> line.strip().split(" ")[0]))
                .containsExactly("primary", "locks", "caches", "partitions", "two-leaders", "idempotent", "http");

        for (List<String> wrong : List.of(List.of("primry"), List.of(""), List.of("primary", "locks"))) {
            assertThat(script(wrong.toArray(String[]::new))).as("%s", wrong).isEqualTo(2);
            assertThat(directory.resolve("err"))
                    .content()
                    .startsWith("run: there is no example '" + String.join(" ", wrong) + "'");
        }
    }

    @Test
    void runNamesMainsThatExist() throws Exception {
        String script = Files.readString(Path.of("run"));
        List<String> mains = Pattern.compile("(?m)^[a-z-]+ +([a-z]+\\.[A-Z]\\w+) ")
                .matcher(script)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(mains).hasSize(7);
        for (String main : mains) {
            assertThat(Class.forName("dev.baton.election.examples." + main).getMethod("main", String[].class))
                    .isNotNull();
        }
    }

    private int script(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(Path.of("run").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        return process.waitFor();
    }

    private static List<String> tokens(List<String> lines, String before) {
        return lines.stream()
                .filter(line -> line.contains(before))
                .map(line -> line.substring(line.indexOf(before) + before.length()))
                .toList();
    }
}
