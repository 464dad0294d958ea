package dev.baton.election.examples.scheduler.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A jobs file is read as it says, and a bad one ends in one line that names file, job, field and remedy. */
class JobsFileTest {

    @Test
    void readsCommandScheduleAndTimeout() {
        List<Job> jobs = JobsFile.parse("jobs.yaml", """
                jobs:
                  - name: report
                    command: [python3, report.py, 7, --all]
                    cron: "30 2 * * *"
                    zone: Europe/Berlin
                    timeout: 1m30s
                  - name: beat
                    shell: true
                    command: date >> beats.txt
                    every: 500ms
                    timeout: 5s
                """);

        assertThat(jobs).extracting(Job::name).containsExactly("report", "beat");
        assertThat(jobs.get(0).command()).containsExactly("python3", "report.py", "7", "--all");
        assertThat(jobs.get(0).schedule()).isInstanceOf(CronSchedule.class);
        assertThat(jobs.get(0).timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(jobs.get(1).command()).containsExactly("/bin/sh", "-c", "date >> beats.txt");
        assertThat(jobs.get(1).schedule()).isEqualTo(new Every(Duration.ofMillis(500)));
    }

    static Stream<Arguments> badFiles() {
        String good = "command: [date], every: 1s, timeout: 1s";
        return Stream.of(
                bad("", "jobs.yaml: has no list 'jobs'; begin with 'jobs:'"),
                bad("jobs: []", "jobs.yaml: the list 'jobs' is empty; add"),
                bad("jobs: [1]", "jobs.yaml: job 1 is not a set of fields; write '- name: …'"),
                bad("jobs: [{name: a, " + good + "}]\nzone: UTC", "jobs.yaml: unknown field 'zone' beside 'jobs'"),
                bad("jobs:\n  - name: [a", "jobs.yaml, line 2, column 13: is no YAML"),
                bad(job(good), "jobs.yaml: job 1, field 'name': is missing; give"),
                bad(job("name: 'a b', " + good), "job 'a b', field 'name': 'a b' must be at most 64 letters"),
                bad(
                        "jobs: [{name: a, " + good + "}, {name: a, " + good + "}]",
                        "job 'a', field 'name': comes twice; every job needs its own name"),
                bad(job("name: a, retry: 3, " + good), "job 'a', field 'retry': is unknown; known are command, cron"),
                bad(job("name: a, command: date, every: 1s, timeout: 1s"), "field 'command': must be a list, such as"),
                bad(job("name: a, command: [], every: 1s, timeout: 1s"), "field 'command': must be a list, such as"),
                bad(job("name: a, command: [[x]], every: 1s, timeout: 1s"), "has an argument that is no text; put"),
                bad(job("name: a, shell: yep, " + good), "field 'shell': must be true or false, but is 'yep'"),
                bad(job("name: a, shell: true, " + good), "field 'command': must be text, but is '[date]'"),
                bad(job("name: a, command: [date], timeout: 1s"), "field 'every': give exactly one of 'every' and"),
                bad(job("name: a, cron: '* * * * *', zone: UTC, " + good), "field 'every': give exactly one of"),
                bad(job("name: a, zone: UTC, " + good), "field 'zone': belongs to 'cron' and means nothing to"),
                bad(job("name: a, command: [date], timeout: 1s, cron: '* * * * *'"), "'zone': is missing; name one"),
                bad(cron("* * *", "UTC"), "field 'cron': '* * *' is no cron expression: has 3 fields, expected 5"),
                bad(cron("61 * * * *", "UTC"), "field 'cron': '61 * * * *' is no cron expression: "),
                bad(cron("0 0 31 2 *", "UTC"), "field 'cron': '0 0 31 2 *' is no cron expression: is never due"),
                bad(cron("* * * * *", "Mars/Olympus"), "field 'zone': 'Mars/Olympus' is no time zone; use a name"),
                bad(job("name: a, command: [date], every: 2, timeout: 1s"), "'every': must be text, but is '2'; put"),
                bad(
                        job("name: a, command: [date], every: 2 sec, timeout: 1s"),
                        "'every': '2 sec' is no duration: write"),
                bad(job("name: a, command: [date], every: 0s, timeout: 1s"), "field 'every': must be longer than zero"),
                bad(job("name: a, command: [date], every: 1s"), "field 'timeout': is missing; give one, such as 30s"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void badFileEndsInOneLineWithFileJobFieldAndRemedy(String text, String expected) {
        assertThatExceptionOfType(JobsFileException.class)
                .isThrownBy(() -> JobsFile.parse("jobs.yaml", text))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith("jobs.yaml")
                        .contains(expected)
                        .doesNotContain("\n"));
    }

    @Test
    void missingAndBinaryFilesAreNamed(@TempDir Path dir) throws Exception {
        Path missing = dir.resolve("nope.yaml");
        assertThatExceptionOfType(JobsFileException.class)
                .isThrownBy(() -> JobsFile.read(missing))
                .withMessage(missing + ": there is no such file; give the path of a jobs file");

        Path binary = Files.write(dir.resolve("x.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatExceptionOfType(JobsFileException.class)
                .isThrownBy(() -> JobsFile.read(binary))
                .withMessage(binary + ": is not UTF-8 text; save it as UTF-8");
    }

    private static Arguments bad(String text, String expected) {
        return Arguments.of(text, expected);
    }

    private static String job(String fields) {
        return "jobs: [{" + fields + "}]";
    }

    private static String cron(String expression, String zone) {
        return job("name: a, command: [date], timeout: 1s, cron: '" + expression + "', zone: " + zone);
    }
}
