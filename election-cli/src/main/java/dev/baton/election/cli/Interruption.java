package dev.baton.election.cli;

import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What comes from outside while a program is waited for or runs: a signal, or that it is all in vain. Thread-safe. */
final class Interruption {

    private static final int SIGNAL_BASE = 128;

    private final Thread waiting;
    private boolean came;
    private int exitCode = ExitCode.OK;
    private Optional<CommandFailure> failure = Optional.empty();
    private @Nullable BiConsumer<String, Boolean> program;

    /** Interrupts that thread while no program runs. */
    Interruption(Thread waiting) {
        this.waiting = waiting;
    }

    /** A signal came: the program gets it, and has the word; if there is none, the waiting ends. */
    synchronized void signalled(String name, int number) {
        boolean again = came;
        came = true;
        exitCode = SIGNAL_BASE + number;
        if (program != null) {
            program.accept(name, again);
        } else {
            waiting.interrupt();
        }
    }

    /** It makes no sense to wait any longer; a program that runs is none the worse. */
    synchronized void hopeless(CommandFailure why) {
        if (program == null && !came) {
            failure = Optional.of(why);
            waiting.interrupt();
        }
    }

    /** From now on there is a program, and signals are its; false if one came before, and none is to be started. */
    synchronized boolean handTo(BiConsumer<String, Boolean> to) {
        if (came) {
            return false;
        }
        program = to;
        return true;
    }

    /** No program runs any more. */
    synchronized void handBack() {
        program = null;
        notifyAll();
    }

    /** Waits until no program runs any more. */
    synchronized void awaitProgramGone() throws InterruptedException {
        while (program != null) {
            wait();
        }
    }

    synchronized boolean came() {
        return came;
    }

    /** With which code to exit, after the waiting was interrupted. */
    synchronized int exitCode() {
        failure.ifPresent(why -> {
            throw why;
        });
        return exitCode;
    }
}
