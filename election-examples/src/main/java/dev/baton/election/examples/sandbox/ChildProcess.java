package dev.baton.election.examples.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An example's own second process: a main with the same class path and {@link Sandbox}, that can be stopped for real.
 *
 * <p>It ends with the process that has started it, so that none outlives the example. Not thread-safe.
 */
public final class ChildProcess implements AutoCloseable {

    /** A process that is stopped does not see its parent end: it goes on when the shell's input ends, as it then does. */
    private static final String STOP_UNTIL_TOLD = "kill -STOP $1 && echo stopped; read -r _; kill -CONT $1";

    private final String name;
    private final Process process;
    private final BufferedReader lines;
    private Optional<Process> stopping = Optional.empty();

    private ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process.
     *
     * @param sandbox that it joins
     * @param main the class to run
     * @param arguments for its main, of which the first names the process
     * @return the process, to be closed
     * @throws IOException if it cannot be started
     */
    public static ChildProcess start(Sandbox sandbox, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + sandbox.directory(),
                "-Dorg.sqlite.tmpdir=" + sandbox.directory(),
                "-cp",
                System.getProperty("java.class.path")));
        sandbox.properties().forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ChildProcess(
                arguments[0],
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /**
     * Waits for what it prints next, and prints that here.
     *
     * @return one line
     * @throws IOException if it has ended
     */
    public String readLine() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException(name + " (process " + process.pid() + ") has ended, where a line was expected of it");
        }
        System.out.println(line);
        return line;
    }

    /**
     * Hands it a line, which it finds in its standard input, now or when it goes on.
     *
     * @param line the line
     * @throws IOException if it has ended
     */
    public void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /**
     * Stops it with SIGSTOP, until {@link #goOn()}; this process's own death lets it go on too.
     *
     * @throws IOException if the signal could not be sent
     */
    public void stop() throws IOException {
        Process shell =
                new ProcessBuilder("/bin/sh", "-c", STOP_UNTIL_TOLD, "stop", String.valueOf(process.pid())).start();
        if (shell.inputReader(StandardCharsets.UTF_8).readLine() == null) {
            throw new IOException("SIGSTOP could not be sent to " + name + " (process " + process.pid() + ")");
        }
        stopping = Optional.of(shell);
    }

    /**
     * Lets it go on, with SIGCONT.
     *
     * @throws IOException if the signal could not be sent
     */
    public void goOn() throws IOException {
        Process shell = stopping.orElseThrow();
        shell.getOutputStream().close();
        int status = shell.onExit().join().exitValue();
        if (status != 0) {
            throw new IOException("SIGCONT could not be sent to " + name + " (process " + process.pid() + ")");
        }
    }

    /** Kills it, if it has not ended, also where it is stopped. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        stopping.ifPresent(shell -> shell.destroy());
    }
}
