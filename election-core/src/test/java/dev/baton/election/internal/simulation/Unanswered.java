package dev.baton.election.internal.simulation;

import java.util.LinkedHashSet;
import java.util.Set;

/** The requests that a client has sent and not heard of yet. */
final class Unanswered {

    /** One request; when its connection goes, it may be with the server already. */
    static final class Request {
        private final Runnable lost;
        private boolean survives;

        Request(Runnable lost) {
            this.lost = lost;
        }

        /** Whether the server has got it before the connection went, though nobody hears of it. */
        boolean survives() {
            return survives;
        }
    }

    private final World world;
    private final Set<Request> requests = new LinkedHashSet<>();

    Unanswered(World world) {
        this.world = world;
    }

    Request add(Runnable lost) {
        Request added = new Request(lost);
        requests.add(added);
        return added;
    }

    void remove(Request answered) {
        requests.remove(answered);
    }

    int size() {
        return requests.size();
    }

    /** The connection goes: all are told so; the first ones may still be served. */
    void lose() {
        boolean survives = true;
        for (Request each : requests) {
            survives &= !world.onceIn(3);
            each.survives = survives;
            world.in(World.MILLI, each.lost);
        }
        requests.clear();
    }
}
