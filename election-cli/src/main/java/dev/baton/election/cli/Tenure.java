package dev.baton.election.cli;

import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One term, and the program that runs in it.
 *
 * <p>Nobody else can lead before the lease ends. So everything here is counted backwards from there: the group is killed
 * {@link #MARGIN} before, and politely asked to end the grace before that. {@link Guard} is told the same deadline, and
 * keeps it if we cannot. A term that is given up is not passed on before the program is gone; one that was taken from us
 * leaves no time to be polite.
 */
final class Tenure {

    /** What killing may take, and the waking of a process that waits for it. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** The ends after which the baton is still ours until the listener returns. */
    private static final Set<RevocationReason> OURS_TO_PASS =
            EnumSet.of(RevocationReason.PASSED, RevocationReason.RESIGNED, RevocationReason.UNHEALTHY);

    private final Leadership term;
    private final String path;
    private final RunCommand.OnLoss onLoss;
    private final Duration grace;
    private final Interruption interruption;
    private final Consumer<String> say;
    private final CompletableFuture<RevocationReason> ended;
    private Optional<Program> program = Optional.empty();
    private Optional<String> early = Optional.empty();
    private long deadline;
    private boolean over;
    private boolean asked;
    private boolean lost;

    Tenure(
            Leadership term,
            String path,
            RunCommand.OnLoss onLoss,
            Duration grace,
            Interruption interruption,
            Consumer<String> say) {
        this.term = term;
        this.path = path;
        this.onLoss = onLoss;
        this.grace = grace;
        this.interruption = interruption;
        this.say = say;
        this.ended = term.ended().toCompletableFuture();
    }

    /** Whether the program was ended, or not started, because the term was. */
    boolean wasLost() {
        return lost;
    }

    /** Runs the program to its end, and says with which code it ended. */
    int run(List<String> command) throws InterruptedException {
        try (Guard guard = Guard.start()) {
            // First of all: from here on the end of the term waits for us, or has come before and is seen next.
            if (!interruption.handTo(this::signalled)) {
                return interruption.exitCode();
            }
            try {
                deadline = System.nanoTime();
                if (!term.isHeld()) {
                    lost = true;
                    return ExitCode.LEADERSHIP_LOST;
                }
                Program started = start(command);
                try {
                    guard.watch(started.group());
                    attend(started, guard);
                    return started.exitCode();
                } finally {
                    started.kill(); // what it left behind in its group, and itself if we failed
                }
            } finally {
                interruption.handBack();
            }
        }
    }

    private synchronized Program start(List<String> command) {
        Program started = Program.start(command, environment());
        program = Optional.of(started);
        early.ifPresent(started::signal);
        return started;
    }

    private synchronized void signalled(String name, boolean again) {
        String sent = again ? "KILL" : name;
        program.ifPresentOrElse(running -> running.signal(sent), () -> early = Optional.of(sent));
    }

    private void attend(Program running, Guard guard) throws InterruptedException {
        while (running.isAlive()) {
            if (onLoss == RunCommand.OnLoss.NONE) {
                guard.allowForEver();
            } else {
                hurry(running, guard);
            }
            running.endsWithin(LOOK_AGAIN);
        }
        // The guard may have been faster, or we may have slept through the end.
        Duration left = left();
        boolean overdue = left.isNegative() || left.isZero();
        lost |= onLoss != RunCommand.OnLoss.NONE && overdue && !interruption.came();
    }

    private void hurry(Program running, Guard guard) throws InterruptedException {
        Duration left = left();
        guard.allow(left);
        if (left.isNegative() || left.isZero()) {
            lost = true;
            say.accept("the right to lead ends: the program is killed");
            running.kill();
        } else if (!asked && onLoss == RunCommand.OnLoss.TERM && left.compareTo(grace) <= 0) {
            asked = true;
            lost = true;
            say.accept("the right to lead ends in " + Durations.show(left) + ": the program is asked to end (SIGTERM)");
            running.signal("TERM");
        }
    }

    /** For how long the program may live from now. */
    private Duration left() throws InterruptedException {
        if (term.isHeld()) {
            deadline = System.nanoTime() + term.remaining().minus(MARGIN).toNanos();
        } else if (!over) {
            over = true;
            long polite = isOursToPass() ? grace.toNanos() : 0;
            long now = System.nanoTime();
            deadline = now + Math.min(deadline - now, polite);
        }
        return Duration.ofNanos(deadline - System.nanoTime());
    }

    /** Why the term is over is known a moment after it is. */
    private boolean isOursToPass() throws InterruptedException {
        try {
            return onLoss == RunCommand.OnLoss.TERM
                    && OURS_TO_PASS.contains(ended.get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException unknown) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a term never ends exceptionally", impossible);
        }
    }

    private Map<String, String> environment() {
        Map<String, String> more = new HashMap<>();
        more.put("BATON_TOKEN", term.token().toString());
        more.put("BATON_TOKEN_LONG", Long.toString(term.token().asLong()));
        more.put("BATON_ELECTION", path);
        more.put("BATON_CANDIDATE", term.candidateId());
        long until = System.currentTimeMillis() + term.remaining().toMillis();
        more.put("BATON_LEASE_DEADLINE", Long.toString(until));
        return more;
    }
}
