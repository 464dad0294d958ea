package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import dev.baton.election.internal.machine.State;
import dev.baton.election.internal.machine.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one election: holds its state, hands it events one by one, and does what it wishes.
 *
 * <p>{@link #tell} may be called from any thread; all else happens on the loop's.
 */
public final class ElectionDriver implements Participant {

    private static final Logger LOG = LoggerFactory.getLogger(ElectionDriver.class);

    private final ElectionLoop loop;
    private final Timeline timeline;
    private final Place place;
    private final TermSink sink;
    private final Candidacy candidacy;
    private final Alarms alarms;
    private final Questions questions;
    private final Bulletin bulletin;
    private Optional<HealthWatch> health = Optional.empty();
    private State state;
    private Optional<Term> term = Optional.empty();
    private boolean connected;

    ElectionDriver(ElectionLoop loop, String object, Place place, TermSink sink, Candidacy candidacy) {
        this.loop = loop;
        this.timeline = loop.timeline();
        this.place = place;
        this.sink = sink;
        this.candidacy = candidacy;
        this.alarms = new Alarms(timeline, candidacy.pace(), loop.random(), this::handle);
        this.state = State.initial(object, !candidacy.healthChecked());
        this.questions = new Questions(loop, place, this::handle);
        this.bulletin = new Bulletin(timeline, place, sink, state);
    }

    /** Hands the event to the machine, after those before it. */
    public void tell(Event event) {
        timeline.execute(() -> handle(event));
    }

    /** Ends the term at this instant, before the loop knows: what is to follow is told to it next. */
    public void end(Term given) {
        given.end();
    }

    /** Gives the term up: it is over when this returns, and the baton goes on as soon as the listener has finished. */
    public void resign(Term given) {
        given.end();
        tellIn(given, new Event.ResignAsked());
    }

    /** Passes the term to the candidate with that znode, or, if it is gone by then, to the next in line. */
    public void pass(Term given, String heir) {
        given.end();
        tellIn(given, new Event.PassAsked(heir));
    }

    /** Stands only while the check passes, from now on. */
    public void watchHealth(Executor executor, Callable<Boolean> check, HealthWatch.Rhythm rhythm) {
        timeline.execute(() -> {
            health = Optional.of(new HealthWatch(timeline, executor, check, rhythm, this::handle));
            health.get().start();
        });
    }

    /** The listener threw when it was told of the term: it is given up, and the candidate stays away for a while. */
    public void callbackFailed(Term given, Failure failure) {
        given.end();
        timeline.execute(() -> report(failure));
        tellIn(given, new Event.CallbackFailed());
    }

    /** A fenced write found the term over: what the watches have not told yet is looked up. */
    public void refuted(Term given) {
        tellIn(given, new Event.ReviewDue());
    }

    /** Closes the election; the listener gets the given time to finish its work before the baton goes on. */
    public void close(Duration listenerTime) {
        timeline.execute(() -> handle(new Event.CloseAsked(), listenerTime));
    }

    /** How things stood after the last event; for any thread. */
    public Snapshot snapshot() {
        return bulletin.snapshot();
    }

    /**
     * What people want to know of an election.
     *
     * @param state where it stands
     * @param lastFailure what did not work last
     * @param failures how often something did not work
     * @param since since when nothing of note has changed
     */
    public record Snapshot(State state, Optional<Failure> lastFailure, long failures, Instant since) {}

    Place place() {
        return place;
    }

    @Override
    public void begin() {
        alarms.review();
    }

    @Override
    public void opened(Session session) {
        connected = true;
        Optional<Failure> unfit =
                ElectionLoop.unfit(session.timeout(), candidacy.pace().serverTick());
        unfit.ifPresentOrElse(this::report, () -> handle(new Event.SessionOpened()));
    }

    @Override
    public void ended() {
        handle(new Event.SessionEnded());
    }

    private void handle(Event event) {
        handle(event, candidacy.pace().listenerTime());
    }

    private void handle(Event event, Duration listenerTime) {
        State before = state;
        Step step = state.handle(event);
        state = step.next();
        bulletin.heard(before, event, state);
        for (Action action : step.actions()) {
            perform(action, listenerTime);
        }
        bulletin.publish(state, term);
    }

    private void perform(Action action, Duration listenerTime) {
        if (action instanceof Action.Request request) {
            questions.ask(request);
        } else if (action instanceof Action.Retry wanted) {
            alarms.retry(wanted.round(), wanted.attempt());
        } else if (action instanceof Action.CoolDown wanted) {
            alarms.coolDown(wanted.round());
        } else if (action instanceof Action.AskLater wanted) {
            alarms.ask(wanted.round());
        } else if (action instanceof Action.Patience wanted) {
            alarms.patience(wanted.round(), listenerTime);
        } else if (action instanceof Action.Renew wanted) {
            loop.lease().ifPresent(lease -> lease.want(claimant(wanted)));
        } else if (action instanceof Action.StopRenewing) {
            loop.lease().ifPresent(lease -> lease.release(this));
        } else if (action instanceof Action.Begin wanted) {
            beginTerm(wanted);
        } else if (action instanceof Action.End wanted) {
            endTerm(wanted);
        } else if (action instanceof Action.Report wanted) {
            report(wanted.failure());
        } else if (action instanceof Action.Unwatch) {
            loop.lease().ifPresent(lease -> place.unwatch(lease.session()));
        } else if (action instanceof Action.Finish) {
            finish();
        } else {
            throw new IllegalStateException("no one performs " + action);
        }
    }

    private SessionLease.Claimant claimant(Action.Renew wanted) {
        List<Session.Check> checks = new ArrayList<>();
        checks.add(place.candidate(wanted.own()));
        wanted.batonVersion().map(place::baton).ifPresent(checks::add);
        return new SessionLease.Claimant(this, wanted.own(), List.copyOf(checks));
    }

    @Override
    public void disconnected() {
        connected = false;
        if (candidacy.stepsDownWhenDisconnected()) {
            handle(new Event.Disconnected());
        }
    }

    @Override
    public void reconnected() {
        connected = true;
        alarms.hurry();
        handle(new Event.Reconnected());
    }

    private void beginTerm(Action.Begin wanted) {
        SessionLease lease = loop.lease().orElseThrow();
        Term begun = new Term(wanted, lease.session(), lease.clock(), this::foundLapsed);
        term = Optional.of(begun);
        sink.begun(this, begun);
        if (!connected && candidacy.stepsDownWhenDisconnected()) {
            tell(new Event.Disconnected()); // what made it begin came before the cut, and was counted after it
        }
    }

    private void foundLapsed(Term lapsed) {
        tellIn(lapsed, new Event.LeaseLapsed());
    }

    /** Hands the event to the machine if that term still lasts. */
    private void tellIn(Term of, Event event) {
        timeline.execute(() -> {
            if (term.equals(Optional.of(of))) {
                handle(event);
            }
        });
    }

    private void endTerm(Action.End wanted) {
        Term ended = term.orElseThrow();
        ended.end();
        LOG.info("{} {} token={}: revoked, {}", place.path(), place.candidateId(), ended.token(), wanted.ending());
        term = Optional.empty();
        sink.ended(ended, wanted.ending(), () -> tell(new Event.Told()));
    }

    @Override
    public void report(Failure failure) {
        bulletin.failed(failure);
    }

    /** The session's lease was renewed with little of it left. */
    void renewedLate(Duration left) {
        sink.noticed(new Notice.RenewedLate(left));
    }

    private void finish() {
        alarms.cancel();
        health.ifPresent(HealthWatch::stop);
        loop.remove(this);
        bulletin.publish(state, term); // who waits for the end finds it there
        sink.finished();
    }
}
