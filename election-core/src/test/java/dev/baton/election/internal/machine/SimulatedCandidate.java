package dev.baton.election.internal.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One candidate with the real machine inside: does its wishes on a {@link MemoryZooKeeper} as the adapter does them on a
 * real one, and hands it events one by one. It holds a lease when whoever runs it says so.
 */
final class SimulatedCandidate {

    /** Is shown every event, the state it came in, and what followed. */
    interface Spectator {
        void saw(SimulatedCandidate who, State before, Event event, Step step);
    }

    final String name;
    private final int priority;
    private final MemoryZooKeeper zooKeeper;
    private final Spectator spectator;
    private final Deque<Event> inbox = new ArrayDeque<>();
    private State state;
    private Optional<Wire> wire = Optional.empty();
    private Optional<SimulatedPlace> place = Optional.empty();
    private OptionalLong alarm = OptionalLong.empty();
    private OptionalLong quiet = OptionalLong.empty();
    private boolean renewing;
    private boolean leased;
    private boolean busy;
    private boolean toBeTold;

    /** Makes a candidate without a session; the name is one hexadecimal digit. */
    SimulatedCandidate(String name, int priority, MemoryZooKeeper zooKeeper, Spectator spectator) {
        this.name = name;
        this.priority = priority;
        this.zooKeeper = zooKeeper;
        this.spectator = spectator;
        this.state = State.initial(name.repeat(16), true);
    }

    State state() {
        return state;
    }

    Wire wire() {
        return wire.orElseThrow(() -> new IllegalStateException(name + " has no session"));
    }

    void hears(Event event) {
        inbox.add(event);
    }

    void openSession() {
        Wire opened = new Wire(zooKeeper.openSession());
        wire = Optional.of(opened);
        place = Optional.of(new SimulatedPlace(name, priority, zooKeeper, opened, event -> from(opened, event)));
        hears(new Event.SessionOpened());
    }

    /** The client gives its session up, or is told that it is over. */
    void endSession() {
        wire = Optional.empty();
        leased = false;
        renewing = false;
        hears(new Event.SessionEnded());
    }

    void reconnect(boolean reversed) {
        wire().restore(reversed);
        ring();
        hears(new Event.Reconnected());
    }

    /** The time that it waits for is over. */
    void ring() {
        alarm.ifPresent(round -> hears(new Event.RetryDue(round)));
        alarm = OptionalLong.empty();
    }

    /** It has stood quietly for long enough. */
    void hasStoodQuietly() {
        hears(new Event.AskDue(quiet.orElseThrow(() -> new IllegalStateException(name + " does not want to ask"))));
        quiet = OptionalLong.empty();
    }

    /** Whether its listener takes long to return from being told of an end. */
    void busy(boolean wanted) {
        busy = wanted;
        if (!busy && toBeTold) {
            toBeTold = false;
            hears(new Event.Told());
        }
    }

    boolean isLeased() {
        return leased;
    }

    /** Lets it hold a lease if it wants one and has a connection; says whether that is new. */
    boolean lease() {
        boolean granted = renewing && !leased && wire.isPresent() && wire().isUp();
        if (granted) {
            leased = true;
            hears(new Event.LeaseHeld());
        }
        return granted;
    }

    void lapse() {
        leased = false;
        hears(new Event.LeaseLapsed());
    }

    /** Does one thing, if there is one to do: hears an event, gets an answer, or has a request served. */
    boolean act() {
        if (!inbox.isEmpty()) {
            handle(inbox.remove());
            return true;
        }
        return wire.isPresent() && (wire().deliver() || wire().serve());
    }

    private void handle(Event event) {
        State before = state;
        Step step = state.handle(event);
        state = step.next();
        step.actions().forEach(this::perform);
        spectator.saw(this, before, event, step);
    }

    private void perform(Action action) {
        if (action instanceof Action.Request request) {
            Wire asked = wire();
            place.orElseThrow().ask(request, event -> from(asked, event));
        } else if (action instanceof Action.Retry retry) {
            alarm = OptionalLong.of(retry.round());
        } else if (action instanceof Action.AskLater later) {
            quiet = OptionalLong.of(later.round());
        } else if (action instanceof Action.CoolDown coolDown) {
            alarm = OptionalLong.of(coolDown.round());
        } else if (action instanceof Action.Renew) {
            renewing = true;
            if (leased) {
                hears(new Event.LeaseHeld());
            }
        } else if (action instanceof Action.StopRenewing) {
            renewing = false;
        } else if (action instanceof Action.Unwatch) {
            place.ifPresent(SimulatedPlace::unwatch);
        } else if (action instanceof Action.End) {
            toBeTold = true;
            busy(busy);
        }
    }

    /** Hands an answer or an event on, unless its session is over. */
    private void from(Wire source, Event event) {
        if (wire.equals(Optional.of(source))) {
            hears(event);
        }
    }
}
