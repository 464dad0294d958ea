package dev.baton.integration.nemesis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A Java process of ours, which can be killed, stopped and let go on. */
final class Child {
    private static final long PATIENCE_SECONDS = 15;
    private static final long LIMIT_SECONDS = 30;

    /** Those that live. Whoever ends a run in the middle of it ends them too. */
    private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> ALL.forEach(Process::destroyForcibly), "end what was started"));
    }

    private final String name;
    private final Process process;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param options for Java
     * @param program its main class and arguments
     * @param out where its standard output goes
     * @param log where its standard error goes
     */
    static Child start(
            String name,
            List<String> options,
            List<String> program,
            Map<String, String> environment,
            Path out,
            Path log)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Process process = builder.start();
        ALL.add(process);
        process.onExit().thenRun(() -> ALL.remove(process));
        return new Child(name, process);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: nothing of it runs any more when this returns. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + ", process " + pid() + ", outlived SIGKILL");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while killing " + name, interrupted);
        }
    }

    /** SIGTERM; returns when it has ended, which after a while it is made to (SIGKILL). */
    void end() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** SIGSTOP: it is not run, and its sockets stay open. */
    void pause() throws IOException, InterruptedException {
        run("kill", "-STOP", Long.toString(pid()));
    }

    /** SIGCONT: it goes on as if no time had passed. */
    void resume() throws IOException, InterruptedException {
        run("kill", "-CONT", Long.toString(pid()));
    }

    /** Every write to a file fails from now on, as on a full disk (RLIMIT_FSIZE). */
    void refuseWritesToDisk() throws IOException, InterruptedException {
        run("prlimit", "--pid", Long.toString(pid()), "--fsize=1");
    }

    private void run(String... command) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int status = tool.waitFor();
        // What ended in the meantime cannot be stopped, and need not be.
        if (status != 0 && isAlive()) {
            throw new IllegalStateException(
                    String.join(" ", command) + ", on " + name + ", ended with status " + status);
        }
    }
}
