package dev.baton.election.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * A process beside us that kills the program's group when it has heard nothing from us for as long as we said last.
 *
 * <p>What we cannot do ourselves: we may be stopped, frozen by a garbage collection, or killed with SIGKILL. It is a few
 * lines of bash in a session of its own, so that the terminal's keys do not reach it, and reads lines from a pipe whose
 * other end only we have: each says for how many seconds the program may live on. The end of the pipe is our death.
 */
final class Guard implements AutoCloseable {

    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM TSTP
            read -r group || exit 0
            left=10
            while IFS= read -r -t "$left" line; do
                if [ "$line" = off ]; then exit 0; fi
                left=$line
            done
            kill -s KILL -- "-$group" 2>/dev/null
            """;

    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final Process process;
    private final Writer pipe;

    private Guard(Process process) {
        this.process = process;
        this.pipe = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts one that does nothing yet. */
    static Guard start() {
        ProcessBuilder builder = new ProcessBuilder("setsid", "bash", "-c", SCRIPT, "baton-guard")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C"); // the decimal point is a point
        try {
            return new Guard(builder.start());
        } catch (IOException refused) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the guard that 'baton run' needs cannot be started: " + refused.getMessage(),
                    refused);
        }
    }

    /** From now on this group is killed when the time is over that was allowed last. */
    void watch(long group) {
        write(Long.toString(group));
    }

    /** Allows the group to live for so long from now. */
    void allow(Duration time) {
        // A read without any time to wait would only ask whether there is input, and never time out.
        write(String.format(Locale.ROOT, "%.3f", Math.max(0.001, time.toMillis() / 1000.0)));
    }

    /** Allows it to live until we die. */
    void allowForEver() {
        allow(FOR_EVER);
    }

    private void write(String line) {
        try {
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException gone) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the guard of 'baton run' (pid " + process.pid() + ") was killed by somebody",
                    gone);
        }
    }

    /** The group is gone: there is nothing to guard any more. */
    @Override
    public void close() {
        try {
            pipe.write("off\n");
            pipe.close();
        } catch (IOException gone) {
            process.destroyForcibly(); // it has gone by itself, or will
        }
    }
}
