package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A candidate alone in an election, and a world that knows by itself what is in its way: the session, the listener, the
 * cool-down and the health check. A znode that is created in spite of one of them fails the walk.
 */
final class ObstacleWalk {

    private final Deque<Action.Request> asked = new ArrayDeque<>();
    private State state;
    private boolean session;
    private boolean well = true;
    private boolean listenerBusy;
    private OptionalLong coolDown = OptionalLong.empty();
    private OptionalLong retry = OptionalLong.empty();
    private Optional<String> znode;
    private int numbers = 10;
    private int version;
    private int joins;

    /** Starts in the middle: a state that has a znode, or asks for one, has a session. */
    ObstacleWalk(State start) {
        state = start;
        znode = start.node().map(Own::name);
        session = !(start instanceof Outside outside && outside.obstacles().contains(Obstacle.NO_SESSION));
        listenerBusy = waitsFor(Obstacle.LISTENER_BUSY);
        well = !waitsFor(Obstacle.UNWELL);
        if (start instanceof Outside && waitsFor(Obstacle.COOLING_DOWN)) {
            coolDown = OptionalLong.of(start.at().round());
        }
    }

    private boolean waitsFor(Obstacle obstacle) {
        return state.toString().contains(obstacle.name());
    }

    State state() {
        return state;
    }

    int joins() {
        return joins;
    }

    /** One thing happens, of all that can. */
    void wander(Random random) {
        List<Event> possible = new ArrayList<>();
        possible.add(session ? new Event.SessionEnded() : new Event.SessionOpened());
        possible.add(well ? new Event.Unwell() : new Event.Well());
        possible.add(new Event.ReviewDue());
        if (listenerBusy) {
            possible.add(new Event.Told());
        }
        coolDown.ifPresent(round -> possible.add(new Event.RetryDue(round)));
        retry.ifPresent(round -> possible.add(new Event.RetryDue(round)));
        znode.ifPresent(name -> possible.add(new Event.NodeGone(name)));
        if (state instanceof Leading) {
            possible.add(random.nextBoolean() ? new Event.ResignAsked() : new Event.CallbackFailed());
            possible.add(random.nextBoolean() ? new Event.LeaseLapsed() : new Event.Disconnected());
        } else if (state instanceof Holding) {
            possible.add(new Event.LeaseHeld());
        } else if (state instanceof Yielding) {
            possible.add(new Event.PatienceOver(state.at().round()));
        }
        if (!asked.isEmpty() && random.nextInt(3) > 0) {
            answerNext(random.nextInt(6) == 0);
        } else {
            hear(possible.get(random.nextInt(possible.size())));
        }
    }

    /** Answers all questions and takes everything out of the way, but the check passes only if wanted. */
    void clearTheWay(boolean alsoWell) {
        for (int turns = 0; turns < 50; turns++) {
            if (!session) {
                hear(new Event.SessionOpened());
            } else if (listenerBusy) {
                hear(new Event.Told());
            } else if (coolDown.isPresent()) {
                hear(new Event.RetryDue(coolDown.getAsLong()));
            } else if (!well && alsoWell) {
                hear(new Event.Well());
            } else if (asked.isEmpty()
                    && !(state instanceof Outside)
                    && state.node().isEmpty()) {
                hear(new Event.ReviewDue());
            } else if (state instanceof Leaving && asked.isEmpty()) {
                hear(new Event.ReviewDue());
            } else if (state instanceof Passing && asked.isEmpty()) {
                hear(new Event.ReviewDue());
            } else if (state instanceof Yielding) {
                hear(new Event.PatienceOver(state.at().round()));
            } else if (!asked.isEmpty()) {
                answerNext(false);
            }
        }
    }

    void hear(Event event) {
        note(event);
        Step step = state.handle(event);
        state = step.next();
        step.actions().forEach(this::perform);
    }

    private void note(Event event) {
        if (event instanceof Event.SessionEnded) {
            session = false;
            znode = Optional.empty();
            asked.clear();
        } else if (event instanceof Event.SessionOpened) {
            session = true;
        } else if (event instanceof Event.Unwell) {
            well = false;
        } else if (event instanceof Event.Well) {
            well = true;
        } else if (event instanceof Event.Told) {
            listenerBusy = false;
        } else if (event instanceof Event.NodeGone) {
            znode = Optional.empty();
        } else if (event instanceof Event.RetryDue due) {
            retry = OptionalLong.empty();
            if (coolDown.equals(OptionalLong.of(due.round()))) {
                coolDown = OptionalLong.empty();
            }
        }
    }

    private void perform(Action action) {
        if (action instanceof Action.Request request) {
            assertThat(session).as("a session for %s", request).isTrue();
            asked.add(request);
        } else if (action instanceof Action.Retry later) {
            retry = OptionalLong.of(later.round());
        } else if (action instanceof Action.CoolDown later) {
            coolDown = OptionalLong.of(later.round());
        } else if (action instanceof Action.End) {
            listenerBusy = true;
        }
        if (action instanceof Action.Join) {
            joins++;
            assertThat(session && well && !listenerBusy && coolDown.isEmpty())
                    .as(
                            "nothing is in the way: session %s, well %s, busy %s, cooling %s",
                            session, well, listenerBusy, coolDown)
                    .isTrue();
        }
    }

    private void answerNext(boolean fails) {
        Action.Request request = asked.remove();
        long round = request.round();
        hear(fails ? new Event.Failed(round, Samples.FORBIDDEN) : answer(request, round));
    }

    private Event answer(Action.Request request, long round) {
        if (request instanceof Action.Join join) {
            znode = Optional.of(String.format("c-%s-%010d", join.instance(), numbers++));
            return new Event.Joined(round, znode.get());
        } else if (request instanceof Action.Settle) {
            return new Event.Settled(round, znode);
        } else if (request instanceof Action.Look look) {
            boolean there = znode.equals(Optional.of(look.own()));
            Baton baton = state instanceof Passing ? Samples.baton(look.own(), version, 900) : Samples.blank(version);
            return new Event.Seen(
                    round, there, Optional.of(baton), znode.stream().toList());
        } else if (request instanceof Action.Claim) {
            return new Event.Claimed(round, 900 + version, ++version);
        } else if (request instanceof Action.WatchBaton) {
            return new Event.BatonWatched(round, Optional.of(version));
        } else if (request instanceof Action.Watch watch) {
            return new Event.Watched(round, watch.name(), znode.equals(Optional.of(watch.name())));
        } else if (request instanceof Action.ReadSuccessor) {
            return new Event.SuccessorRead(round, Optional.empty());
        } else if (request instanceof Action.Remove remove) {
            znode = znode.filter(name -> !name.equals(remove.name()));
            return new Event.Removed(round, remove.name());
        } else if (request instanceof Action.Pass) {
            znode = Optional.empty();
            return new Event.Passed(round);
        }
        return new Event.Prepared(round);
    }
}
