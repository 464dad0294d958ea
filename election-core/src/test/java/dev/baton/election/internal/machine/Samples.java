package dev.baton.election.internal.machine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One candidate, seven places from the start of the numbers, and everything that can happen to it.
 *
 * <p>{@code AHEAD} stands before it, {@code BEHIND} after it; {@code STRAY} is what its own object left behind.
 */
final class Samples {

    static final String OBJECT = "00000000000000aa";
    static final long ROUND = 40;
    static final Stamp AT = new Stamp(OBJECT, 3, ROUND);
    static final String INSTANCE = OBJECT + ".3";
    static final Own OWN = new Own("c-" + INSTANCE + "-0000000007", 7);
    static final String STRAY = "c-" + OBJECT + ".2-0000000005";
    static final String AHEAD = "c-00000000000000bb.1-0000000006";
    static final String FURTHER = "c-00000000000000bb.0-0000000004";
    static final String BEHIND = "c-00000000000000cc.1-0000000008";
    /** One that wants to lead more than all others, and whose number is last. */
    static final Own EAGER = new Own("c-00000000000000dd.1.p7-0000000009", 9);

    static final Baton BATON = baton(AHEAD, 5, 900);
    static final Baton OURS = baton(OWN.name(), 6, 901);
    static final Failure NO_CONNECTION = new Failure(Failure.Kind.CONNECTION, "no connection", Optional.empty());
    static final Failure FORBIDDEN = new Failure(Failure.Kind.NOT_PERMITTED, "not permitted", Optional.empty());
    static final Event.Successor SUCCESSOR =
            new Event.Successor(BEHIND, 2, "candidate: c\n\nhello".getBytes(StandardCharsets.UTF_8));

    private Samples() {}

    static Baton baton(String holder, int version, long zxid) {
        CandidateName name = CandidateName.parse(holder).orElseThrow();
        BatonRecord.Holder named = new BatonRecord.Holder(holder, "id of " + name.object(), name.sequence());
        return new Baton(BatonRecord.BLANK.follow(named, "claimed", Instant.EPOCH, 0), version, zxid);
    }

    static Baton blank(int version) {
        return new Baton(BatonRecord.BLANK, version, 899);
    }

    static Event.Seen seen(Baton baton, String... children) {
        return new Event.Seen(ROUND, true, Optional.of(baton), List.of(children));
    }

    static Queued queued(int position, Baton baton, String watched) {
        return new Queued(AT, OWN, position, baton, watched, 0);
    }

    static Outside outside(Stamp at, Obstacle... obstacles) {
        return new Outside(at, Set.of(obstacles));
    }

    /** Every state, and of each the variants that answer differently. */
    static List<State> states() {
        List<State> states = new ArrayList<>(List.of(
                new Looking(AT, OWN, 0),
                new Looking(AT, OWN, 4),
                queued(1, BATON, AHEAD),
                queued(2, BATON, AHEAD),
                queued(1, BATON, FURTHER),
                queued(0, baton(BEHIND, 5, 900), BEHIND),
                new Queued(AT, EAGER, 2, BATON, FURTHER, 0),
                new Claiming(AT, OWN, 0),
                new Holding(AT, OWN, 901, 6, 0),
                new Leading(AT, OWN, 901, 6),
                new Closed(AT)));
        obstacles().stream()
                .filter(set -> !set.isEmpty()) // with none in the way it would have joined
                .forEach(set -> states.add(new Outside(AT, set)));
        eachFlag(unsettled -> {
            states.add(new Joining(AT, unsettled, Optional.empty(), 2));
            states.add(new Joining(AT, unsettled, Optional.of(Then.CLOSE), 2));
            states.add(new Joining(AT, unsettled, Optional.of(Then.REJOIN.behind(Obstacle.UNWELL)), 2));
        });
        for (Then then : thens()) {
            if (then.obstacles().contains(Obstacle.LISTENER_BUSY)) { // or it would not be waited for
                states.add(new Yielding(AT, OWN, then, Optional.empty()));
                states.add(new Yielding(AT, OWN, then, Optional.of(BEHIND)));
            }
            states.add(new Passing(AT, OWN, Optional.empty(), then, Optional.empty()));
            states.add(new Passing(AT, OWN, Optional.empty(), then, Optional.of(BEHIND)));
            states.add(new Passing(AT, OWN, Optional.of(OURS), then, Optional.empty()));
            states.add(new Leaving(AT, OWN, then, 1));
        }
        return List.copyOf(states);
    }

    /** Every set of obstacles, the empty one too. */
    static List<Set<Obstacle>> obstacles() {
        List<Set<Obstacle>> sets = new ArrayList<>(List.of(Set.of()));
        for (Obstacle more : Obstacle.values()) {
            List.copyOf(sets).forEach(set -> sets.add(Obstacle.and(set, more)));
        }
        return List.copyOf(sets);
    }

    /** What may come after a znode is gone; that there is no session is only known then. */
    private static List<Then> thens() {
        return obstacles().stream()
                .filter(set -> !set.contains(Obstacle.NO_SESSION))
                .flatMap(set -> Stream.of(new Then(false, set), new Then(true, set)))
                .toList();
    }

    private static void eachFlag(Consumer<Boolean> action) {
        action.accept(true);
        action.accept(false);
    }

    /** The states that have a znode of their own, and so must not forget it. */
    static List<State> standing() {
        return states().stream().filter(state -> state.node().isPresent()).toList();
    }

    /** Every kind of event, and of each the variants that are answered differently. */
    static List<Event> events() {
        List<Event> events = new ArrayList<>(replies(ROUND));
        events.addAll(List.of(
                new Event.SessionOpened(),
                new Event.SessionEnded(),
                new Event.Disconnected(),
                new Event.Reconnected(),
                new Event.NodeGone(OWN.name()),
                new Event.NodeGone(AHEAD),
                new Event.NodeGone(FURTHER),
                new Event.NodeGone(BEHIND),
                new Event.NodeChanged(OWN.name()),
                new Event.NodeChanged(AHEAD),
                new Event.BatonTouched(),
                new Event.LeaseHeld(),
                new Event.LeaseLapsed(),
                new Event.ReviewDue(),
                new Event.ResignAsked(),
                new Event.PassAsked(BEHIND),
                new Event.Unwell(),
                new Event.Well(),
                new Event.CallbackFailed(),
                new Event.CloseAsked(),
                new Event.Told()));
        return List.copyOf(events);
    }

    /** Every kind of answer to a question of the given round. */
    static List<Event.Reply> replies(long round) {
        return List.of(
                new Event.Joined(round, OWN.name()),
                new Event.Joined(round, "c-" + INSTANCE + "-2147483647"),
                new Event.NoParent(round),
                new Event.Prepared(round),
                new Event.Settled(round, Optional.of(OWN.name())),
                new Event.Settled(round, Optional.empty()),
                new Event.Seen(round, true, Optional.of(BATON), List.of(AHEAD, OWN.name())),
                new Event.Seen(round, true, Optional.of(BATON), List.of(OWN.name(), BEHIND)),
                new Event.Seen(round, true, Optional.of(OURS), List.of(STRAY, OWN.name(), BEHIND)),
                new Event.Seen(round, true, Optional.of(OURS), List.of(OWN.name())),
                new Event.Seen(round, true, Optional.of(OURS), List.of(OWN.name(), BEHIND, EAGER.name())),
                new Event.Seen(round, true, Optional.empty(), List.of(OWN.name())),
                new Event.Seen(round, false, Optional.of(BATON), List.of(AHEAD)),
                new Event.Watched(round, AHEAD, true),
                new Event.Watched(round, AHEAD, false),
                new Event.Watched(round, OWN.name(), false),
                new Event.BatonWatched(round, Optional.of(6)),
                new Event.BatonWatched(round, Optional.of(7)),
                new Event.BatonWatched(round, Optional.empty()),
                new Event.Claimed(round, 902, 6),
                new Event.Refused(round),
                new Event.SuccessorRead(round, Optional.empty()),
                new Event.SuccessorRead(round, Optional.of(SUCCESSOR)),
                new Event.Passed(round),
                new Event.Removed(round, OWN.name()),
                new Event.Removed(round, STRAY),
                new Event.Failed(round, NO_CONNECTION),
                new Event.Failed(round, FORBIDDEN),
                new Event.RetryDue(round),
                new Event.AskDue(round),
                new Event.Asked(round),
                new Event.PatienceOver(round));
    }
}
