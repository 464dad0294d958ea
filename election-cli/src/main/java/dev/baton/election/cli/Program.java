package dev.baton.election.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The program that runs while we lead: a process group of its own, so that its children are signalled with it.
 *
 * <p>The kernel kills the program itself when the thread that started it ends ({@code PR_SET_PDEATHSIG}, set by
 * {@code setpriv}); its children are {@link Guard}'s to kill. Not thread-safe but for {@link #signal}.
 */
final class Program {

    private final Process process;

    private Program(Process process) {
        this.process = process;
    }

    /**
     * Finds out whether the command can be executed, before anybody stands for election because of it.
     *
     * @throws CommandFailure with the shell's codes if not
     */
    static void require(String command) {
        if (command.contains("/")) {
            Path file = Path.of(command);
            if (!Files.exists(file)) {
                throw new CommandFailure(ExitCode.NOT_FOUND, "'" + command + "': no such file");
            }
            if (!Files.isExecutable(file) || Files.isDirectory(file)) {
                throw new CommandFailure(ExitCode.NOT_EXECUTABLE, "'" + command + "' is not executable");
            }
        } else if (onPath(command).isEmpty()) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "'" + command + "' is not on the PATH");
        }
    }

    static Optional<Path> onPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        for (String directory : path.split(File.pathSeparator)) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, command);
            if (Files.isExecutable(file) && !Files.isDirectory(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Starts it, with our standard streams and more in its environment. */
    static Program start(List<String> command, Map<String, String> more) {
        List<String> whole = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL", "--"));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole).inheritIO();
        builder.environment().putAll(more);
        try {
            return new Program(builder.start());
        } catch (IOException refused) {
            throw new CommandFailure(
                    ExitCode.NOT_EXECUTABLE, "starting " + command + " failed: " + refused.getMessage(), refused);
        }
    }

    /** The number of its process group, which is its own. */
    long group() {
        return process.pid();
    }

    /** Whether it ends within the time. */
    boolean endsWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code, or 128 and the signal that ended it. */
    int exitCode() {
        return process.exitValue();
    }

    /** Sends a signal, such as TERM, to the whole group; one that is gone is no error. */
    void signal(String name) {
        try {
            new ProcessBuilder("bash", "-c", "kill -s \"$0\" -- \"-$1\"", name, Long.toString(group()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            process.destroyForcibly(); // the guard kills the rest when its deadline comes
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the signal is on its way
        }
    }

    /** Kills the whole group, and waits until the program is gone. */
    void kill() throws InterruptedException {
        signal("KILL");
        process.waitFor();
    }
}
