package dev.baton.election.examples.scheduler.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What cannot be played is refused before anything is started, by a line that says what to do. */
class DemoOptionsTest {

    private final StringWriter errors = new StringWriter();

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("--nodes=0", "--nodes must be 1 to 20, but is 0"),
                Arguments.of("--nodes=1", "leaves nobody to lead after --fault KILL: give more, or --fault none"),
                Arguments.of("--session-timeout=100ms", "--session-timeout must be 1s to 60s, but is 100ms"),
                Arguments.of("--fault-after=60s", "--fault-after must be less than --for"),
                Arguments.of("--for=1 minute", "'1 minute' is no duration: write a number and a unit"),
                Arguments.of("--for=0s", "--for must be longer than zero"),
                Arguments.of("--fault=fire", "'fire'"),
                Arguments.of("--fresh", "--fresh drops the tables of a --store, and none is named"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongOptionsEndWithCode2(String option, String message) {
        assertThat(execute(option)).isEqualTo(2);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void aWrongJobsFileEndsWithCode3AndOneLine(@TempDir Path dir) throws Exception {
        Path jobs = Files.writeString(dir.resolve("jobs.yaml"), "jobs: [{name: a}]");

        assertThat(execute("--jobs=" + jobs)).isEqualTo(3);
        assertThat(errors.toString())
                .isEqualToIgnoringNewLines(
                        "demo: " + jobs
                                + ": job 'a', field 'command': must be a list, such as [tar, -czf, out.tgz, data]; or set 'shell: true'");
    }

    @Test
    void aWrongStoreEndsWithCode1AndSaysWhatAStoreIs() {
        assertThat(execute("--store=jdbc:oracle:x")).isEqualTo(1);
        assertThat(errors.toString()).contains("'jdbc:oracle:x' is no store: give jdbc:sqlite:FILE or");
    }

    private int execute(String... options) {
        CommandLine demo = Demo.commandLine();
        demo.setErr(new PrintWriter(errors, true));
        return demo.execute(options);
    }
}
