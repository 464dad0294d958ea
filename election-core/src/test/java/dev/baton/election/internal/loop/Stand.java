package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.Ending;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One election on a loop: its place, whose requests the test answers, and what its user is told. */
final class Stand implements Place, TermSink {

    static final Duration LISTENER_TIME = Duration.ofSeconds(7);
    static final Duration TICK = Duration.ofSeconds(2);
    static final Pace PACE = new Pace(LISTENER_TIME, TICK);

    private final String name;
    private final HandTimeline timeline;
    private final ElectionDriver driver;
    /** What the user is told, in order, with the terms numbered. */
    final List<String> told = new ArrayList<>();

    final List<Notice> noticed = new ArrayList<>();
    final List<Term> terms = new ArrayList<>();
    final List<Action.Request> requests = new ArrayList<>();
    private final List<Consumer<Event>> answers = new ArrayList<>();
    private Optional<Runnable> listener = Optional.empty();
    int unwatched;

    /** Joins the loop as the candidate of a path of its own; the name is one hexadecimal digit. */
    Stand(ElectionLoop loop, HandTimeline timeline, String name) {
        this(loop, timeline, name, new Candidacy(PACE, false, false));
    }

    Stand(ElectionLoop loop, HandTimeline timeline, String name, Candidacy candidacy) {
        this.name = name;
        this.timeline = timeline;
        this.driver = loop.add(name.repeat(16), this, this, candidacy);
        timeline.settle();
    }

    ElectionDriver driver() {
        return driver;
    }

    String phase() {
        return driver.snapshot().state().phase();
    }

    Term term() {
        return terms.get(terms.size() - 1);
    }

    /** The last request, which must be of this kind. */
    <R extends Action.Request> R asked(Class<R> kind) {
        return kind.cast(requests.get(requests.size() - 1));
    }

    int requests(Class<? extends Action.Request> kind) {
        return (int) requests.stream().filter(kind::isInstance).count();
    }

    /** Answers the last request. */
    void answer(Event reply) {
        answerTo(requests.size() - 1, reply);
    }

    void answerTo(int request, Event reply) {
        answers.get(request).accept(reply);
        timeline.settle();
    }

    void fail(Failure.Kind kind) {
        long round = requests.get(requests.size() - 1).round();
        answer(new Event.Failed(round, new Failure(kind, "failed: " + kind, Optional.empty())));
    }

    /** What a watch tells. */
    void hears(Event event) {
        answers.get(0).accept(event);
        timeline.settle();
    }

    String znode() {
        return "c-" + requestedInstance() + "-0000000007";
    }

    private String requestedInstance() {
        return requests.stream()
                .filter(Action.Join.class::isInstance)
                .map(request -> ((Action.Join) request).instance())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    void joins() {
        answer(new Event.Joined(asked(Action.Join.class).round(), znode()));
    }

    void sees(Baton baton, String... children) {
        answer(new Event.Seen(asked(Action.Look.class).round(), true, Optional.of(baton), List.of(children)));
    }

    /** Comes to the front of an empty queue and claims; the baton has version 1 and the given token. */
    void holds(long zxid) {
        joins();
        sees(new Baton(BatonRecord.BLANK, 0, 1), znode());
        answer(new Event.Claimed(asked(Action.Claim.class).round(), zxid, 1));
    }

    /** Comes to stand behind a holder, at the given position. */
    void queues(int position) {
        joins();
        queuesAgain(position);
    }

    /** Looks again and sees itself at the given position behind a holder. */
    void queuesAgain(int position) {
        List<String> children = new ArrayList<>();
        for (int i = 0; i < position; i++) {
            children.add("c-" + "f".repeat(16) + ".1-000000000" + i);
        }
        BatonRecord.Holder holder = new BatonRecord.Holder(children.get(0), "other", 0);
        children.add(znode());
        sees(
                new Baton(BatonRecord.BLANK.follow(holder, "claimed", Instant.EPOCH, 1), 1, 2),
                children.toArray(String[]::new));
    }

    /** The user's listener returns from being told of the end. */
    void listenerReturns() {
        listener.orElseThrow().run();
        timeline.settle();
    }

    @Override
    public String path() {
        return "/" + name;
    }

    @Override
    public String candidateId() {
        return name;
    }

    @Override
    public void perform(Session session, Action.Request request, Consumer<Event> tell) {
        requests.add(request);
        answers.add(tell);
    }

    @Override
    public void unwatch(Session session) {
        unwatched++;
    }

    @Override
    public Session.Check candidate(String znode) {
        return new Session.Check("/" + name + "/candidates/" + znode, -1);
    }

    @Override
    public Session.Check baton(int version) {
        return new Session.Check("/" + name + "/baton", version);
    }

    @Override
    public void begun(ElectionDriver by, Term term) {
        terms.add(term);
        told.add("begun " + terms.size());
    }

    @Override
    public void ended(Term term, Ending ending, Runnable whenTold) {
        told.add("ended " + (terms.indexOf(term) + 1) + " " + ending + (term.isHeld() ? ", still held" : ""));
        listener = Optional.of(whenTold);
    }

    @Override
    public void noticed(Notice notice) {
        noticed.add(notice);
    }

    @Override
    public void failed(Failure failure) {
        told.add("failed " + failure.kind());
    }

    @Override
    public void finished() {
        told.add("finished");
    }
}
