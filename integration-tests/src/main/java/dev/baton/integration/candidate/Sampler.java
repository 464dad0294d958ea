package dev.baton.integration.candidate;

import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.NotHeld;
import dev.baton.integration.history.Sighting.Woke;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Asks a term again and again whether it is held, until it is not.
 *
 * <p>It is the only one in this process to ask, so that its first question after a pause is the process's first.
 */
final class Sampler {
    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(5);
    /** How much of a span may be lost when the process is killed. */
    private static final long REPORT_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long WAKING = Duration.ofSeconds(1).toNanos();

    private final Journal journal;
    private final Workload workload;
    private final BlockingQueue<Tenure> terms = new LinkedBlockingQueue<>();

    Sampler(Journal journal, Workload workload) {
        this.journal = journal;
        this.workload = workload;
    }

    /** Has a term followed, after those before it. */
    void follow(Tenure term) {
        terms.add(term);
    }

    /** Follows terms for as long as the process lives. */
    void run() throws InterruptedException {
        while (true) {
            followToItsEnd(terms.take());
        }
    }

    private void followToItsEnd(Tenure term) {
        Span span = new Span(term);
        long asked = System.nanoTime();
        boolean held = term.isHeld();
        long answered = System.nanoTime();
        while (held) {
            span.sampled(asked, answered);
            workload.whileHeld(term);
            LockSupport.parkNanos(EVERY);
            asked = System.nanoTime();
            held = term.isHeld();
            long pause = asked - answered;
            answered = System.nanoTime();
            if (pause >= WAKING) {
                journal.add(new Woke(term.token(), pause, held, answered));
            }
        }
        workload.afterItsEnd(term);
        span.report();
        journal.add(new NotHeld(term.token(), answered));
    }

    /** The part of a term for which it is known to have been held, reported piece by piece. */
    private final class Span {
        private final Tenure term;
        private @Nullable Long from;
        private long to;

        private Span(Tenure term) {
            this.term = term;
        }

        private void sampled(long asked, long answered) {
            if (from == null) {
                from = answered;
                to = answered;
                report();
                return;
            }
            to = asked;
            if (to - from >= REPORT_EVERY) {
                report();
            }
        }

        private void report() {
            if (from != null) {
                journal.add(new Held(term.token(), from, to));
                from = to;
            }
        }
    }
}
