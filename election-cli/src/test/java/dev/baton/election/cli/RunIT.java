package dev.baton.election.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton run}: the program runs while we lead and never when another does. F33, F34, R6, R12. */
class RunIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Server server;
    private Shell shell;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory);
        shell = new Shell(directory, server.address());
    }

    @AfterEach
    void stop() throws Exception {
        shell.close();
        server.close();
    }

    private Shell.Call stand(String id, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "run", "--election", "/e", "--id", id, "--session-timeout", "10s", "--server-tick-time", "500ms"));
        all.addAll(List.of(more));
        return shell.start(all.toArray(String[]::new));
    }

    /** A program that notes the time of day, in nanoseconds, again and again, and so does its child. */
    private String[] diary(String id) {
        String loop = "while :; do date +%s%N >> " + directory.resolve("diary-" + id) + "; sleep 0.02; done";
        return new String[] {"--", "sh", "-c", "(" + loop + ") & " + loop};
    }

    private List<Long> diaryOf(String id) throws IOException {
        Path file = directory.resolve("diary-" + id);
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> line.length() == 19)
                        .map(Long::valueOf)
                        .toList()
                : List.of();
    }

    private void awaitDiary(String id) {
        await("the program of " + id + " runs")
                .atMost(LONG)
                .until(() -> diaryOf(id).size() > 3);
    }

    private static String[] with(String first, String second, String[] rest) {
        List<String> all = new ArrayList<>(List.of(first, second));
        all.addAll(List.of(rest));
        return all.toArray(String[]::new);
    }

    /** The other's program began after the last sign of life of the first one's. */
    private void assertNoOverlap() throws IOException {
        assertThat(diaryOf("b").get(0))
                .isGreaterThan(diaryOf("a").get(diaryOf("a").size() - 1));
    }

    @Test
    void programGetsItsEnvironmentAndItsCodeIsReturned() throws Exception {
        Shell.Result result = stand("a", "--", "sh", "-c", "env | grep ^BATON_ | sort; exit 7")
                .ends();
        assertThat(result.code()).isEqualTo(7);
        assertThat(result.out())
                .contains("BATON_CANDIDATE=a\n", "BATON_ELECTION=/e\n")
                .containsPattern("BATON_TOKEN=[0-9a-f]{16}-[0-9]{10}\n")
                .containsPattern("BATON_TOKEN_LONG=[0-9]+\n")
                .containsPattern("BATON_LEASE_DEADLINE=[0-9]{13}\n");
        assertThat(shell.run("candidates", "/e", "-o", "name").out())
                .as("no znode left")
                .isEmpty();
    }

    @Test
    void killedWrapperTakesTheWholeTreeWithItAndTheNextLeads_F33() throws Exception {
        Shell.Call a = stand("a", diary("a"));
        awaitDiary("a");
        stand("b", diary("b"));
        await().atMost(LONG)
                .until(() -> shell.run("candidates", "/e", "-o", "name").out().contains("b"));
        assertThat(diaryOf("b")).isEmpty();
        a.signal("KILL");
        awaitDiary("b");
        assertNoOverlap();
        int before = diaryOf("a").size();
        await().during(Duration.ofMillis(300)).until(() -> diaryOf("a").size() == before);
    }

    @Test
    void stoppedWrapperDoesNotKeepTheProgramAliveBeyondTheLease_F33() throws Exception {
        Shell.Call a = stand("a", diary("a"));
        awaitDiary("a");
        stand("b", diary("b"));
        await().atMost(LONG)
                .until(() -> shell.run("candidates", "/e", "-o", "name").out().contains("b"));
        a.signal("STOP");
        awaitDiary("b");
        assertNoOverlap();
        a.signal("CONT");
        Shell.Result result = a.ends();
        assertThat(result.code()).isEqualTo(ExitCode.LEADERSHIP_LOST);
        assertThat(result.err()).contains("leadership of /e was lost");
        assertNoOverlap();
    }

    @Test
    void silentServerEndsTheProgramWithinTheSession_F33() throws Exception {
        Shell.Call a = stand("a", diary("a"));
        awaitDiary("a");
        server.signal("STOP");
        long stopped = System.currentTimeMillis() * 1_000_000L;
        Shell.Result result = a.ends();
        assertThat(result.code()).isEqualTo(ExitCode.LEADERSHIP_LOST);
        List<Long> diary = diaryOf("a");
        assertThat(Duration.ofNanos(diary.get(diary.size() - 1) - stopped))
                .as("the last sign of life, after the server's")
                .isLessThan(Duration.ofSeconds(10));
        server.signal("CONT");
    }

    @Test
    void serverThatIsGoneEndsItToo_F33() throws Exception {
        Shell.Call a = stand("a", with("--on-loss", "kill", diary("a")));
        awaitDiary("a");
        server.kill();
        assertThat(a.ends().code()).isEqualTo(ExitCode.LEADERSHIP_LOST);
    }

    @Test
    void signalEndsTheWaitingAtOnceAndLeavesNoZnode_F34() throws Exception {
        stand("a", diary("a"));
        awaitDiary("a");
        for (String signal : List.of("INT", "TERM")) {
            Shell.Call b = stand("b", "--", "true");
            await().atMost(LONG)
                    .until(() ->
                            shell.run("candidates", "/e", "-o", "name").out().contains("b"));
            b.signal(signal);
            assertThat(b.ends().code()).isEqualTo(signal.equals("INT") ? 130 : 143);
            assertThat(shell.run("candidates", "/e", "-o", "name").out()).isEqualTo("a\n");
        }
    }

    @Test
    void signalGoesToTheProgramWhichHasTheLastWord() throws Exception {
        String ready = directory.resolve("ready").toString();
        Shell.Call a =
                stand("a", "--", "sh", "-c", "trap 'exit 5' TERM; touch " + ready + "; while :; do sleep 0.05; done");
        await().atMost(LONG).until(() -> Files.exists(Path.of(ready)));
        a.signal("TERM");
        assertThat(a.ends().code()).isEqualTo(5);
        assertThat(shell.run("candidates", "/e", "-o", "name").out()).isEmpty();
    }

    @Test
    void passedBatonGoesOnWhenTheProgramHasEndedAndNotBefore_R4() throws Exception {
        String late = directory.resolve("diary-a").toString();
        Shell.Call a = stand(
                "a",
                "--",
                "sh",
                "-c",
                "trap 'sleep 0.3; date +%s%N >> " + late + "; exit 0' TERM; date +%s%N >> " + late
                        + "; while :; do sleep 0.05; done");
        await().atMost(LONG).until(() -> !diaryOf("a").isEmpty());
        stand("b", diary("b"));
        await().atMost(LONG)
                .until(() -> shell.run("candidates", "/e", "-o", "name").out().contains("b"));
        assertThat(shell.run("pass", "/e", "--to", "b").out()).isEqualTo("b\n");
        awaitDiary("b");
        assertThat(a.ends().code()).isEqualTo(ExitCode.LEADERSHIP_LOST);
        assertThat(diaryOf("a")).as("it was asked politely").hasSize(2);
        assertNoOverlap();
    }

    @Test
    void restartedOneStandsAgain() throws Exception {
        stand("a", with("--restart", "--quiet", diary("a")));
        awaitDiary("a");
        Shell.Result evicted = shell.run("evict", "/e", "a", "--force");
        assertThat(evicted.code()).isZero();
        int before = diaryOf("a").size();
        await("it leads again").atMost(LONG).until(() -> diaryOf("a").size() > before + 10);
    }

    @Test
    void waitingHasALimit() throws Exception {
        stand("a", diary("a"));
        awaitDiary("a");
        Shell.Result result = stand("b", "--timeout", "1s", "--", "true").ends();
        assertThat(result.code()).isEqualTo(ExitCode.WAITED_IN_VAIN);
        assertThat(result.err()).contains("did not come to lead /e within 1.0s");
    }
}
