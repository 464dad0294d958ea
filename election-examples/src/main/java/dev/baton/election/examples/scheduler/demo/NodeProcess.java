package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.node.NodeEvent;
import dev.baton.election.examples.scheduler.node.SchedulerNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A scheduler node in a process of its own. It ends when its standard input does: when this process is gone. */
final class NodeProcess {

    /** A Ctrl-C at the terminal reaches the whole process group; it is the demo's to say when its nodes end. */
    private static final String IGNORE_INTERRUPT = "trap '' INT; exec \"$@\"";

    private static final String STOP_UNTIL_TOLD = "kill -STOP $1 && echo stopped; read -r _; kill -CONT $1";

    private final String name;
    private final Process process;
    private final Path errors;
    private final Thread reader;
    private volatile boolean expectedToEnd;
    private Optional<Process> pause = Optional.empty();

    private NodeProcess(String name, Process process, Path errors, Consumer<NodeEvent> heard) {
        this.name = name;
        this.process = process;
        this.errors = errors;
        this.reader = new Thread(() -> read(heard), "events-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    static NodeProcess start(String name, Plan plan, Workspace workspace, String zookeeper, Consumer<NodeEvent> heard) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", IGNORE_INTERRUPT, name));
        command.addAll(java(workspace));
        command.addAll(List.of(
                SchedulerNode.class.getName(),
                "--id=" + name,
                "--zookeeper=" + zookeeper,
                "--session-timeout=" + plan.sessionTimeout().toMillis() + "ms",
                "--tick-time=" + plan.tickTime().toMillis() + "ms",
                "--store=" + plan.store().orElse(workspace.store()),
                "--jobs=" + plan.jobsFile(),
                "--child-of-demo=" + workspace.dir()));
        Path errors = workspace.dir().resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("BATON_LEDGER", workspace.ledger().toString());
        try {
            return new NodeProcess(name, builder.start(), errors, heard);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Small and quick to start; and nothing in the system's temporary directory, where a kill would leave it. */
    private static List<String> java(Workspace workspace) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx96m",
                "-Djava.io.tmpdir=" + workspace.dir(),
                "-Dorg.sqlite.tmpdir=" + workspace.dir(),
                "-cp",
                System.getProperty("java.class.path"));
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ended, and nobody told it to. */
    boolean failed() {
        return !process.isAlive() && !expectedToEnd;
    }

    /** The last line of what it said to nobody. */
    String lastWords() {
        try {
            List<String> lines = Files.readAllLines(errors);
            return "exit code " + process.exitValue() + (lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1));
        } catch (IOException unreadable) {
            return "exit code " + process.exitValue() + " (" + unreadable + ")";
        }
    }

    void kill() {
        expectedToEnd = true;
        process.toHandle().destroyForcibly();
    }

    void terminate() {
        expectedToEnd = true;
        // By its handle: Process.destroy() also closes the pipes, and what the node tells while it leaves would be
        // lost.
        process.toHandle().destroy();
    }

    /** Stops it, until {@link #goOn()}; or until this process is gone, as it could not see that while it is stopped. */
    void pause() {
        try {
            Process pausing =
                    new ProcessBuilder("/bin/sh", "-c", STOP_UNTIL_TOLD, "pause", String.valueOf(pid())).start();
            pause = Optional.of(pausing);
            if (pausing.inputReader(StandardCharsets.UTF_8).readLine() == null) {
                throw new DemoException(ExitCode.ERROR, "could not send SIGSTOP to " + name);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Lets it go on. */
    void goOn() {
        try {
            Process pausing = pause.orElseThrow();
            pausing.getOutputStream().close();
            pausing.waitFor();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says a word over its standard input. */
    void say(String word) {
        try {
            process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            throw new DemoException(ExitCode.ERROR, name + " does not listen any more: " + lastWords());
        }
    }

    /** Whether it has ended, and all that it told was heard. */
    boolean awaitEnd(Duration limit) {
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            reader.join(Duration.ofSeconds(1).toMillis());
            return ended;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void read(Consumer<NodeEvent> heard) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                NodeEvent.parse(line).ifPresent(heard);
            }
        } catch (IOException closed) {
            // It was killed in the middle of a line.
        }
    }
}
