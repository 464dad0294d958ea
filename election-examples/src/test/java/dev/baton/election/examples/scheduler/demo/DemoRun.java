package dev.baton.election.examples.scheduler.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The demo as a user has it: a process, with a temporary directory of its own to see what it leaves there. */
final class DemoRun {

    private static final Pattern LEADER = Pattern.compile("(node-\\d+) +ACTS");

    private final Process process;
    private final Path temp;
    private final Path summary;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private DemoRun(Process process, Path temp, Path summary) {
        this.process = process;
        this.temp = temp;
        this.summary = summary;
        this.reader = new Thread(this::read, "demo-log");
        reader.start();
    }

    static DemoRun start(Path dir, String... options) throws IOException {
        Path temp = Files.createDirectories(dir.resolve("tmp"));
        Path summary = dir.resolve("summary.json");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx160m",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                System.getProperty("java.class.path"),
                Demo.class.getName(),
                "--summary=" + summary));
        command.addAll(List.of(options));
        return new DemoRun(new ProcessBuilder(command).redirectErrorStream(true).start(), temp, summary);
    }

    /** Waits for its end. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("the demo did not end:\n" + text());
        }
        reader.join();
        return process.exitValue();
    }

    JsonNode summary() throws IOException {
        return new ObjectMapper().readTree(summary.toFile());
    }

    String text() {
        return String.join("\n", log);
    }

    /** Waits for a line. */
    void awaitLine(String part) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> log.stream().anyMatch(line -> line.contains(part)) || !process.isAlive());
        if (log.stream().noneMatch(line -> line.contains(part))) {
            throw new AssertionError("no line with '" + part + "':\n" + text());
        }
    }

    Optional<String> leader() {
        return log.stream()
                .map(LEADER::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    ProcessHandle node(String name) {
        String up = log.stream()
                .filter(line -> line.contains(name + "  up "))
                .findFirst()
                .orElseThrow();
        return ProcessHandle.of(Long.parseLong(up.replaceAll(".*process ", ""))).orElseThrow();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** What it left in its temporary directory. */
    List<Path> leftFiles() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.toList();
        }
    }

    /** The processes whose command line or environment is of this demo: they name its temporary directory. */
    List<String> leftProcesses() {
        return ProcessHandle.allProcesses()
                .map(handle -> handle.info().commandLine().orElse(""))
                .filter(line -> line.contains(temp.toString()))
                .toList();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
            }
        } catch (IOException closed) {
            log.add(closed.toString());
        }
    }
}
