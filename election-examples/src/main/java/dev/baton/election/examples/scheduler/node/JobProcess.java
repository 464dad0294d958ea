package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Outcome;
import dev.baton.election.examples.scheduler.store.Run;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * The processes of one attempt.
 *
 * <p>The command runs below a guard, a few lines of shell that hold the reading end of a pipe from this process. When the
 * pipe closes, because the attempt is to be stopped or because this process is gone, kill -9 included, the guard kills
 * the command's process group: a dead worker leaves no job running beside its next attempt. The arguments of the command
 * pass through the guard untouched; no shell reads them.
 */
final class JobProcess {

    /** A session of its own is a process group to kill, and one that a terminal's Ctrl-C does not reach. */
    private static final String GUARD = """
            exec 3<&0 </dev/null
            if command -v setsid >/dev/null; then setsid "$@" 3<&- & else "$@" 3<&- & fi
            job=$!
            { read -r _ <&3; kill -KILL -- "-$job" || kill -KILL "$job"; } >/dev/null 2>&1 &
            watch=$!
            exec 3<&-
            wait "$job"
            code=$?
            kill -KILL "$watch"
            kill -KILL -- "-$job" 2>/dev/null
            exit "$code"
            """;

    private final Process guard;
    private final OutputTail output;
    private final Duration timeout;
    private final long started = System.nanoTime();
    private boolean timedOut;

    private JobProcess(Process guard, Duration timeout) {
        this.guard = guard;
        this.timeout = timeout;
        this.output = OutputTail.of(guard.getInputStream());
    }

    /**
     * Starts an attempt.
     *
     * @throws IOException if there is no shell, or no room for another process
     */
    static JobProcess start(Job job, Run run, String worker) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "baton-guard"));
        command.addAll(job.command());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BATON_TOKEN", run.token());
        builder.environment().put("BATON_JOB", job.name());
        builder.environment()
                .put("BATON_SCHEDULED_TIME", run.id().scheduledTime().toString());
        builder.environment().put("BATON_ATTEMPT", String.valueOf(run.attempt()));
        builder.environment().put("BATON_WORKER", worker);
        return new JobProcess(builder.start(), job.timeout());
    }

    /** Whether it has ended; one that is past its time is killed on the way. */
    boolean ended() {
        if (!guard.isAlive()) {
            return true;
        }
        if (System.nanoTime() - started > timeout.toNanos()) {
            timedOut = true;
            kill();
        }
        return !guard.isAlive();
    }

    /** How it ended. */
    Outcome outcome(Instant at) {
        int code = guard.exitValue();
        String printed = output.text();
        if (timedOut) {
            printed = printed + "\n[killed after its timeout of " + timeout.toMillis() + "ms]";
        }
        return new Outcome(code == 0 && !timedOut, OptionalInt.of(code), printed, at);
    }

    /** Kills the whole tree, with those that left the process group. */
    void kill() {
        List<ProcessHandle> tree = guard.descendants().toList();
        try {
            guard.getOutputStream().close();
            if (guard.waitFor(1, TimeUnit.SECONDS)) {
                tree.forEach(ProcessHandle::destroyForcibly);
                return;
            }
        } catch (IOException alreadyClosed) {
            // Then the guard is at work, or gone.
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        guard.descendants().forEach(ProcessHandle::destroyForcibly);
        tree.forEach(ProcessHandle::destroyForcibly);
        guard.destroyForcibly();
    }
}
