package dev.baton.election.internal.machine;

import java.util.EnumSet;
import java.util.Set;

/** What keeps a candidate out of the queue. */
enum Obstacle {
    /** There is no session to own a znode. */
    NO_SESSION("a session", Event.SessionOpened.class),
    /** The listener has not returned yet from being told of the last term's end: who cannot hear cannot lead. */
    LISTENER_BUSY("its listener to return", Event.Told.class),
    /** It was not long ago that the listener threw, or that the path was found worn out. */
    COOLING_DOWN("its cool-down to end", Event.RetryDue.class),
    /** The health check says so. */
    UNWELL("its health check to pass", Event.Well.class);

    private final String waitsFor;
    private final Class<? extends Event> removedBy;

    Obstacle(String waitsFor, Class<? extends Event> removedBy) {
        this.waitsFor = waitsFor;
        this.removedBy = removedBy;
    }

    /** What a candidate waits for that this keeps out, in words for people. */
    String waitsFor() {
        return waitsFor;
    }

    /** What is in the way after the event. */
    static Set<Obstacle> after(Set<Obstacle> before, Event event) {
        EnumSet<Obstacle> after = EnumSet.noneOf(Obstacle.class);
        after.addAll(before);
        after.removeIf(obstacle -> obstacle.removedBy.isInstance(event));
        if (event instanceof Event.Unwell) {
            after.add(UNWELL);
        }
        if (event instanceof Event.SessionEnded) {
            after.add(NO_SESSION);
        }
        return Set.copyOf(after);
    }

    /** The same obstacles and one more. */
    static Set<Obstacle> and(Set<Obstacle> before, Obstacle more) {
        EnumSet<Obstacle> after = EnumSet.of(more);
        after.addAll(before);
        return Set.copyOf(after);
    }
}
