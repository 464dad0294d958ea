package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import dev.baton.election.internal.machine.State;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one election from outside: how it stands, and what of that is news. The loop writes it; the snapshot
 * is for any thread.
 */
final class Bulletin {

    private static final Logger LOG = LoggerFactory.getLogger(Bulletin.class);

    private final Timeline timeline;
    private final Place place;
    private final TermSink sink;
    private final Troubles troubles;
    private String announced = "";
    private volatile ElectionDriver.Snapshot snapshot;

    Bulletin(Timeline timeline, Place place, TermSink sink, State first) {
        this.timeline = timeline;
        this.place = place;
        this.sink = sink;
        this.troubles = new Troubles(place, sink);
        this.snapshot = new ElectionDriver.Snapshot(first, Optional.empty(), 0, timeline.wallTime());
    }

    ElectionDriver.Snapshot snapshot() {
        return snapshot;
    }

    /** Something did not work, perhaps outside of any event. */
    void failed(Failure failure) {
        troubles.add(failure);
        snapshot = new ElectionDriver.Snapshot(snapshot.state(), troubles.last(), troubles.count(), snapshot.since());
    }

    /** An event was heard: whether it shows that things work again, and that there is a place in the queue. */
    void heard(State before, Event event, State after) {
        if (after.attempt() == 0 && settles(before, event, after)) {
            troubles.over();
        }
        if (before.node().isEmpty()) {
            after.node().ifPresent(own -> sink.noticed(new Notice.Joined(own.name())));
        }
        LOG.debug("{} {}: {} -> {}", place.path(), place.candidateId(), event, after);
    }

    /** Whether a server's answer led somewhere; the watch on the baton is what a leader asks for last. */
    private static boolean settles(State before, Event event, State after) {
        boolean alarm =
                event instanceof Event.RetryDue || event instanceof Event.AskDue || event instanceof Event.PatienceOver;
        if (!(event instanceof Event.Reply reply) || event instanceof Event.Failed || alarm) {
            return false;
        }
        boolean wasAsked = reply.round() == before.at().round();
        return !after.equals(before) || (event instanceof Event.BatonWatched && wasAsked);
    }

    /** Publishes where things stand; a look that finds all as it was is no news. */
    void publish(State state, Optional<Term> term) {
        Optional<String> news = Announcement.of(place, state, term).filter(text -> !text.equals(announced));
        news.ifPresent(text -> {
            announced = text;
            LOG.info(text);
            state.position()
                    .ifPresent(position -> sink.noticed(
                            new Notice.Queued(position, state.watched().orElseThrow())));
        });
        Instant since = news.map(text -> timeline.wallTime()).orElse(snapshot.since());
        snapshot = new ElectionDriver.Snapshot(state, troubles.last(), troubles.count(), since);
    }
}
