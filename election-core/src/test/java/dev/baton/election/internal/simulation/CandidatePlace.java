package dev.baton.election.internal.simulation;

import dev.baton.election.internal.loop.Place;
import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.SimulatedPlace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A candidate's znodes, over whatever handle its client has; counts what becomes of its requests. */
final class CandidatePlace implements Place {

    private final World world;
    private final String name;
    private final int priority;
    private String own = "";
    private final Map<Handle, SimulatedPlace> places = new LinkedHashMap<>();

    CandidatePlace(World world, String name, int priority) {
        this.world = world;
        this.name = name;
        this.priority = priority;
    }

    @Override
    public String path() {
        return SimulatedPlace.ELECTION;
    }

    @Override
    public String candidateId() {
        return name;
    }

    @Override
    public void perform(Session session, Action.Request request, Consumer<Event> tell) {
        world.tell(() -> name + " asks " + request);
        if (request instanceof Action.Look look) {
            own = look.own();
        }
        Consumer<Event> noted = event -> {
            count(request, event);
            world.tell(() -> name + " hears " + event);
            tell.accept(event);
        };
        Handle handle = (Handle) session;
        places.computeIfAbsent(handle, first -> new SimulatedPlace(name, priority, handle.store(), handle, noted))
                .ask(request, noted);
    }

    private void count(Action.Request request, Event event) {
        if (event instanceof Event.Refused) {
            world.counters().add(request instanceof Action.Claim ? "claim refused" : "pass refused");
        } else if (event instanceof Event.Claimed) {
            world.counters().add("claimed");
        } else if (event instanceof Event.Passed) {
            world.counters().add("passed");
        } else if (event instanceof Event.Asked) {
            world.counters().add("baton asked for");
        } else if (event instanceof Event.Settled settled) {
            world.counters().add(settled.name().isPresent() ? "create settled: it was there" : "create settled: no");
        } else if (event instanceof Event.Removed removed && !removed.name().equals(own)) {
            world.counters().add("zombie swept");
        } else if (event instanceof Event.SuccessorRead read && read.successor().isEmpty()) {
            world.counters().add("successor gone");
        }
    }

    @Override
    public void unwatch(Session session) {
        SimulatedPlace place = places.get((Handle) session);
        if (place != null) {
            place.unwatch();
        }
    }

    @Override
    public Session.Check candidate(String znode) {
        return new Session.Check(SimulatedPlace.CANDIDATES + "/" + znode, -1);
    }

    @Override
    public Session.Check baton(int version) {
        return new Session.Check(SimulatedPlace.BATON, version);
    }
}
