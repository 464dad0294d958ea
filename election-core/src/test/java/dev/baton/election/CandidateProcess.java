package dev.baton.election;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** A candidate in a process of its own, that can be killed and stopped like one in the field. */
public final class CandidateProcess implements AutoCloseable {

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private CandidateProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "candidate-output");
        reader.setDaemon(true);
        reader.start();
    }

    public static CandidateProcess start(String connect, String path, String id) throws IOException {
        return start(CandidateProcess.class, connect, path, id);
    }

    /** Any program that stands for leader and prints what it believes. */
    public static CandidateProcess start(Class<?> program, String connect, String path, String id) throws IOException {
        return new CandidateProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        connect,
                        path,
                        id)
                .redirectErrorStream(true)
                .start());
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException ended) {
            lines.add("output ended: " + ended);
        }
    }

    public List<String> lines() {
        return lines;
    }

    public boolean said(String start) {
        return lines.stream().anyMatch(line -> line.startsWith(start));
    }

    public void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stands, and tells what it believes; when a check of its term comes late, it was not running in between. */
    public static void main(String[] args) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(args[0])
                .sessionTimeoutMs((int) Ensemble.SESSION.toMillis())
                .connectionTimeoutMs(5000)
                .retryPolicy(new RetryOneTime(100))
                .build();
        client.start();
        LeaderElection election = LeaderElection.builder(client, args[1])
                .candidateId(args[2])
                .serverTickTime(Ensemble.TICK)
                .start();
        while (true) {
            Leadership term = election.awaitLeadership();
            System.out.println("leads " + term.token());
            long last = System.nanoTime();
            while (true) {
                long asked = System.nanoTime();
                boolean held = term.isHeld();
                // A yes may have been given before a stop and arrive after it: it is as old as the question, a no is
                // not.
                long now = held ? asked : System.nanoTime();
                boolean late = Duration.ofNanos(now - last).compareTo(Ensemble.SESSION.dividedBy(2)) > 0;
                if (late) {
                    System.out.println("woke up, held=" + held);
                }
                if (!held) {
                    break;
                }
                last = now;
                Thread.onSpinWait();
            }
            try {
                term.write(args[1] + "-cursor", args[2].getBytes(StandardCharsets.UTF_8));
                System.out.println("wrote");
            } catch (FencedException refused) {
                System.out.println("refused " + term.token());
            }
        }
    }
}
