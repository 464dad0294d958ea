package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A process that writes to a resource under terms of its own until it is killed, and says what it does. */
final class WriterProcess {

    private static final int TOGETHER = 3;
    private static final int KILLS = 2;

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::read, "writer-output");

    private WriterProcess(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    static WriterProcess start(String location, String name, long seed) throws IOException {
        return new WriterProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterProcess.class.getName(),
                        location,
                        name,
                        Long.toString(seed))
                .redirectErrorStream(true)
                .start());
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException killed) {
            lines.add("output ended: " + killed);
        }
    }

    /** How many writes were accepted. */
    long done() {
        return lines.stream().filter(line -> line.endsWith(" DONE")).count();
    }

    /** Whether the last that it said is that it begins to write. */
    boolean isInWrite() {
        return lines.get(lines.size() - 1).endsWith(" UNKNOWN");
    }

    void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Dies as by {@code kill -9}, wherever it is. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    /** What became of each of its operations, as far as it could say. */
    Map<String, GateTrial.Outcome> outcomes() {
        Map<String, GateTrial.Outcome> outcomes = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("op")) {
                outcomes.put(words[1], GateTrial.Outcome.valueOf(words[2]));
            }
        }
        return outcomes;
    }

    /**
     * Lets several write, kills some in the middle and starts others in their place; then verifies.
     *
     * @param location a directory, or the URL of a database
     */
    static void trial(String location, boolean gateKeepsAll, GateTrial.Opening opening) throws Exception {
        List<WriterProcess> running = new ArrayList<>();
        Map<String, GateTrial.Outcome> outcomes = new TreeMap<>();
        Random random = new Random(7);
        try {
            for (int i = 0; i < TOGETHER; i++) {
                running.add(start(location, "p" + i, i));
            }
            for (int i = 0; i < KILLS; i++) {
                for (WriterProcess each : running) {
                    await("writes of a process")
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> each.done() > 20 || !each.process.isAlive());
                    assertThat(each.process.isAlive()).as("%s", each.lines).isTrue();
                }
                WriterProcess victim = running.remove(random.nextInt(running.size()));
                victim.kill();
                outcomes.putAll(victim.outcomes());
                running.add(start(location, "q" + i, 100 + i));
            }
        } finally {
            for (WriterProcess each : running) {
                each.kill();
                outcomes.putAll(each.outcomes());
            }
        }
        assertThat(outcomes.values())
                .contains(GateTrial.Outcome.DONE, GateTrial.Outcome.REFUSED, GateTrial.Outcome.UNKNOWN);
        try (GateTrial.Resource resource = opening.open()) {
            GateTrial.verify(location, resource, outcomes, gateKeepsAll);
        }
    }

    /** The resource at a location. */
    static GateTrial.Resource open(String location) throws Exception {
        return location.startsWith("jdbc:")
                ? new JdbcResource(location, false, Connection.TRANSACTION_READ_COMMITTED)
                : new FileResource(Path.of(location));
    }

    /** Writes for ever. Terms are numbered by the monotonic clock, which processes of a machine share on Linux. */
    public static void main(String[] args) throws Exception {
        String name = args[1];
        Random random = new Random(Long.parseLong(args[2]));
        try (GateTrial.Resource resource = open(args[0])) {
            TermId mine = null;
            for (int i = 0; ; i++) {
                if (mine == null || random.nextInt(4) == 0) {
                    mine = new TermId(new FencingToken(System.nanoTime(), i), name);
                }
                String operation = name + "-" + i;
                System.out.println("op " + operation + " UNKNOWN");
                System.out.println("op " + operation + " " + resource.write(mine, operation, random));
            }
        }
    }
}
