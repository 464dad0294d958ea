package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.MILLI;
import static dev.baton.election.internal.simulation.World.SECOND;

import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.Notice;
import dev.baton.election.internal.loop.Term;
import dev.baton.election.internal.loop.TermSink;
import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Failure;
import java.util.Optional;

/** Who uses an election: hears of its terms on a thread of its own, one callback after another, and asks whether it leads. */
final class User implements TermSink {

    private final World world;
    private final Candidate candidate;
    private final Referee referee;
    private final boolean curious;
    private Optional<Term> term = Optional.empty();
    private long freeAt;
    private long slowUntil;
    private boolean throwsNext;
    private boolean working;
    private long endedAt;
    private boolean finished;

    User(World world, Candidate candidate, Referee referee) {
        this.world = world;
        this.candidate = candidate;
        this.referee = referee;
        this.curious = world.onceIn(2);
    }

    Optional<Term> term() {
        return term;
    }

    /** Whether it works still for a term that is over. */
    boolean isWorking() {
        return working;
    }

    long endedAt() {
        return endedAt;
    }

    void throwNext() {
        throwsNext = true;
    }

    void slow(long span) {
        slowUntil = world.now() + span;
    }

    /** What was to go wrong and has not yet does not any more. */
    void heal() {
        throwsNext = false;
        slowUntil = 0;
    }

    /** Its process was killed. */
    void vanish() {
        term.ifPresent(held -> referee.ended(candidate, held));
        term = Optional.empty();
        finished = true;
    }

    @Override
    public void begun(ElectionDriver driver, Term begun) {
        if (term.isPresent() || working || finished) {
            throw new Broken("R11: " + candidate.name() + " is elected before it was told of the last end");
        }
        world.counters().add("term");
        world.tell(() -> candidate.name() + " BEGINS " + begun.zxid());
        term = Optional.of(begun);
        referee.begun(candidate, begun);
        boolean thrown = throwsNext;
        throwsNext = false;
        callback(() -> {
            if (thrown) {
                world.counters().add("listener threw");
                driver.callbackFailed(
                        begun, new Failure(Failure.Kind.OTHER, "thrown by the simulation", Optional.empty()));
            }
        });
        if (curious) {
            ask(begun, true);
        }
    }

    /** Asks now and then whether the term is held: once over, it is over for ever. */
    private void ask(Term asked, boolean before) {
        world.in(100 * MILLI + world.upTo(900 * MILLI), () -> {
            if (!term.equals(Optional.of(asked))) {
                return;
            }
            boolean held = candidate.timeline().isStopped() ? before : asked.isHeld();
            if (held && !before) {
                throw new Broken("R6: the term " + asked.zxid() + " of " + candidate.name() + " came back");
            }
            ask(asked, held);
        });
    }

    @Override
    public void ended(Term ended, Ending ending, Runnable told) {
        if (!term.equals(Optional.of(ended))) {
            throw new Broken("R11: " + candidate.name() + " is told of the end of a term that it does not have");
        }
        if (ended.isHeld()) {
            throw new Broken("R11: the end of " + ended.zxid() + " is told before it is true");
        }
        world.counters().add("ended: " + ending);
        world.tell(() -> candidate.name() + " ENDS " + ended.zxid() + ", " + ending);
        term = Optional.empty();
        working = true;
        endedAt = world.now();
        referee.ended(candidate, ended);
        callback(() -> {
            working = false;
            told.run();
        });
    }

    /** One after another, each for a while, and not while the process is stopped. */
    private void callback(Runnable what) {
        boolean slow = world.now() < slowUntil && world.onceIn(2);
        if (slow) {
            world.counters().add("listener slow");
        }
        long takes = world.upTo(slow ? 10 * SECOND : 20 * MILLI);
        freeAt = Math.max(freeAt, world.now()) + takes + 1;
        world.in(freeAt - world.now(), () -> awake(what));
    }

    private void awake(Runnable what) {
        if (candidate.isGone()) {
            return;
        }
        if (candidate.timeline().isStopped()) {
            world.in(10 * MILLI, () -> awake(what));
        } else {
            what.run();
        }
    }

    @Override
    public void noticed(Notice notice) {
        world.counters().add("notice: " + notice.getClass().getSimpleName());
    }

    @Override
    public void failed(Failure failure) {
        world.counters().add("failure: " + failure.kind());
    }

    @Override
    public void finished() {
        if (term.isPresent()) {
            throw new Broken("R12: " + candidate.name() + " is closed in the middle of a term");
        }
        finished = true;
        world.counters().add("closed");
        candidate.finished();
        referee.finished(candidate);
    }
}
