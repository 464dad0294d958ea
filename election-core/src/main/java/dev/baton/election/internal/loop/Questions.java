package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks ZooKeeper what one election wants to know, and hands the answers on. Not thread-safe; the loop owns it. */
final class Questions {

    private final ElectionLoop loop;
    private final Place place;
    private final Consumer<Event> handle;

    Questions(ElectionLoop loop, Place place, Consumer<Event> handle) {
        this.loop = loop;
        this.place = place;
        this.handle = handle;
    }

    /** A request is made on the session of this moment, which is the one that the own znode belongs to. */
    void ask(Action.Request request) {
        Optional<SessionLease> lease = loop.lease();
        if (lease.isEmpty()) {
            throw new IllegalStateException("no session to perform " + request + " on");
        }
        SessionLease session = lease.get();
        Timeline timeline = loop.timeline();
        long sent = timeline.nanoTime();
        place.perform(
                session.session(),
                request,
                reply -> timeline.execute(() -> {
                    if (!loop.lease().equals(lease)) {
                        return; // what a session says that is over concerns nobody
                    }
                    if (reply instanceof Event.Joined || reply instanceof Event.Claimed) {
                        session.succeeded(sent);
                    }
                    handle.accept(reply);
                }));
    }
}
