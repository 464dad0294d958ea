package dev.baton.election.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked about elections, and how it is answered: data on standard output, one line on the other, and a code. */
class QueriesIT {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path directory;

    private static Server server;
    private static Shell shell;

    @BeforeAll
    static void twoStand() throws Exception {
        server = new Server(directory);
        shell = new Shell(directory, server.address());
        for (String id : List.of("a", "b")) {
            shell.start(
                    "run",
                    "--election",
                    "/shop/billing",
                    "--id",
                    id,
                    "--restart",
                    "--session-timeout",
                    "5s",
                    "--server-tick-time",
                    "500ms",
                    "--",
                    "sleep",
                    "1000");
            await().atMost(LONG)
                    .until(() -> shell.run("candidates", "/shop/billing", "-o", "name")
                            .out()
                            .contains(id));
        }
        await().atMost(LONG).until(() -> shell.run("leader", "/shop/billing").code() == 0);
    }

    @AfterAll
    static void stop() throws Exception {
        shell.close();
        server.close();
    }

    @Test
    void leaderAndItsToken() throws Exception {
        assertThat(shell.run("leader", "/shop/billing")).isEqualTo(new Shell.Result(0, "a\n", ""));
        JsonNode leader =
                JSON.readTree(shell.run("leader", "/shop/billing", "-o", "json").out());
        assertThat(leader.get("id").asText()).isEqualTo("a");
        String token = leader.get("token").asText();
        JsonNode parsed =
                JSON.readTree(shell.run("token", "parse", token, "-o", "json").out());
        assertThat(parsed.get("long").asLong())
                .isEqualTo(leader.get("tokenLong").asLong());
        assertThat(shell.run("token", "compare", token, token).out()).isEqualTo("same\n");
        Shell.Result nobody = shell.run("leader", "/shop/none");
        assertThat(nobody.code()).isEqualTo(ExitCode.NO_LEADER);
        assertThat(nobody.out()).isEmpty();
        assertThat(nobody.err()).isEqualTo("baton: nobody leads /shop/none\n");
    }

    @Test
    void electionsAreFoundBelowAPath() throws Exception {
        for (String path : List.of("/", "/shop", "/shop/billing")) {
            JsonNode found =
                    JSON.readTree(shell.run("status", path, "-o", "json").out());
            assertThat(found).hasSize(1);
            assertThat(found.get(0).get("election").asText()).isEqualTo("/shop/billing");
            assertThat(found.get(0).get("schemaVersion").asInt()).isEqualTo(1);
        }
        assertThat(shell.run("status").out()).contains("ELECTION", "/shop/billing", "a ");
        assertThat(shell.run("status", "-o", "yaml").out()).contains("election: /shop/billing");
        assertThat(shell.run("status", "/zookeeper").code()).isEqualTo(ExitCode.NO_LEADER);
    }

    @Test
    void queueTellsWhomEachWaitsFor() throws Exception {
        List<String> lines =
                shell.run("candidates", "/shop/billing").out().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).startsWith("a ").contains("- (leads)");
        assertThat(lines.get(2)).startsWith("b ").containsPattern("1 +a ");
        assertThat(shell.run("candidates", "/shop/billing", "-o", "wide").out()).contains("SESSION", "0x");
    }

    @Test
    void watchTellsTheLeaderOfThisMoment() throws Exception {
        Shell.Result watched = shell.run("watch", "/shop/billing", "--changes", "1", "-o", "json");
        // The first line is what is known at the start, which may be nothing yet.
        assertThat(JSON.readTree(watched.out()).get("election").asText()).isEqualTo("/shop/billing");
        assertThat(shell.run("history", "/shop/billing").out()).contains("ENDED", "- (leads)");
    }

    @Test
    void whatIsRefusedIsSaidInOneLine() throws Exception {
        record Wrong(int code, String says, List<String> call) {}
        String address = server.address();
        for (Wrong wrong : List.of(
                new Wrong(2, "Missing required parameter: 'ELECTION'", List.of("leader")),
                new Wrong(2, "The election's path 'x' is not valid", List.of("leader", "x")),
                new Wrong(2, "Unknown option: '--sever'", List.of("leader", "/x", "--sever")),
                new Wrong(2, "is no duration", List.of("leader", "/x", "--connect-timeout", "5")),
                new Wrong(2, "SCHEME:CREDENTIAL", List.of("leader", "/x", "--auth", "secret")),
                new Wrong(2, "cannot be read", List.of("leader", "/x", "--client-config", "/none")),
                new Wrong(2, "is no fencing token", List.of("token", "parse", "7")),
                new Wrong(
                        2, "quarter of the session", List.of("run", "--election", "/x", "--grace", "1h", "--", "true")),
                new Wrong(1, "chroot", List.of("leader", "/x", "-s", address + "/none")),
                new Wrong(
                        4,
                        "no server answered",
                        List.of("leader", "/x", "-s", "127.0.0.1:1", "--connect-timeout", "500ms")),
                new Wrong(
                        4,
                        "cannot be resolved",
                        List.of("leader", "/x", "-s", "none.invalid:1", "--connect-timeout", "500ms")),
                new Wrong(1, "Candidates stand in it", List.of("remove", "/shop/billing")),
                new Wrong(1, "Nobody stands as z", List.of("pass", "/shop/billing", "--to", "z")),
                new Wrong(1, "leads /shop/billing", List.of("evict", "/shop/billing", "a")),
                new Wrong(126, "not executable", List.of("run", "--election", "/x", "--", "/etc/passwd")),
                new Wrong(127, "not on the PATH", List.of("run", "--election", "/x", "--", "no-such-program")))) {
            Shell.Result result = shell.run(wrong.call().toArray(String[]::new));
            assertThat(result.err())
                    .as("%s", wrong.call())
                    .contains(wrong.says())
                    .startsWith("baton: ");
            assertThat(result.err().lines()).as(result.err()).hasSize(1);
            assertThat(result.out()).isEmpty();
            assertThat(result.code()).as(result.err()).isEqualTo(wrong.code());
        }
    }

    @Test
    void doctorFindsWhatIsThereAndWhatIsMissing_F36_F37() throws Exception {
        Shell.Result well = shell.run("doctor", "--server-tick-time", "500ms");
        assertThat(well.code()).as(well.out()).isZero();
        assertThat(well.out())
                .contains("ZooKeeper 3.9.5", "session timeout", "permitted")
                .doesNotContain("fail");
        Shell.Result chroot = shell.run("doctor", "-s", server.address() + "/none");
        assertThat(chroot.code()).isEqualTo(ExitCode.FAILED);
        assertThat(chroot.out()).containsPattern("fail +chroot").contains("create it");
        Shell.Result nowhere = shell.run("doctor", "-s", "none.invalid:1,127.0.0.1:1", "--connect-timeout", "500ms");
        assertThat(nowhere.code()).isEqualTo(ExitCode.CANNOT_CONNECT);
        assertThat(nowhere.out())
                .containsPattern("fail +name none.invalid +cannot be resolved")
                .containsPattern("fail +server 127.0.0.1:1 +accepts no connection");
    }

    @Test
    void benchLeavesNothingBehind() throws Exception {
        Shell.Result bench = shell.run(
                "bench", "--rounds", "2", "--session-timeout", "10s", "--server-tick-time", "500ms", "-o", "json");
        assertThat(bench.code()).as(bench.err()).isZero();
        JsonNode measured = JSON.readTree(bench.out());
        assertThat(measured.get("handovers").asInt()).isEqualTo(2);
        assertThat(measured.get("medianMillis").asDouble()).isPositive();
        assertThat(shell.run("status", "-o", "name").out()).isEqualTo("/shop/billing\n");
    }

    @Test
    void completionIsAScriptThatBashAccepts() throws Exception {
        Shell.Result script = shell.run("completion");
        Path file = java.nio.file.Files.writeString(directory.resolve("completion.bash"), script.out());
        assertThat(new ProcessBuilder("bash", "-n", file.toString()).start().waitFor())
                .isZero();
    }
}
