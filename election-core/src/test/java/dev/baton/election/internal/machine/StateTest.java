package dev.baton.election.internal.machine;

import static dev.baton.election.internal.machine.Samples.ROUND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every state times every event. What each pair does in particular is in the tests named after the states. */
class StateTest {

    /** Where each state may lead to; a pair that is missing here is a surprise, and one too many is never seen. */
    private static final Map<Class<?>, Set<Class<?>>> SUCCESSORS = Map.ofEntries(
            Map.entry(Outside.class, Set.of(Joining.class, Closed.class)),
            Map.entry(Joining.class, Set.of(Looking.class, Leaving.class, Outside.class, Closed.class)),
            Map.entry(
                    Looking.class,
                    Set.of(Queued.class, Claiming.class, Holding.class, Joining.class, Leaving.class, Outside.class)),
            Map.entry(Queued.class, Set.of(Claiming.class, Looking.class, Joining.class, Leaving.class, Outside.class)),
            Map.entry(
                    Claiming.class, Set.of(Holding.class, Looking.class, Joining.class, Leaving.class, Outside.class)),
            Map.entry(Holding.class, Set.of(Leading.class, Looking.class, Joining.class, Passing.class, Outside.class)),
            Map.entry(Leading.class, Set.of(Yielding.class, Leaving.class, Outside.class)),
            Map.entry(Yielding.class, Set.of(Passing.class, Outside.class, Closed.class)),
            Map.entry(Passing.class, Set.of(Leaving.class, Joining.class, Outside.class, Closed.class)),
            Map.entry(Leaving.class, Set.of(Joining.class, Outside.class, Closed.class)),
            Map.entry(Closed.class, Set.of()));

    private record Pair(State state, Event event, Step step) {
        State next() {
            return step.next();
        }

        boolean does(Class<? extends Action> kind) {
            return step.actions().stream().anyMatch(kind::isInstance);
        }

        boolean moves() {
            return state.getClass() != next().getClass();
        }

        @Override
        public String toString() {
            return state.phase() + " x " + event + " -> " + next().phase();
        }
    }

    /** Takes every step there is; an exception anywhere fails every test of this class. */
    private static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (State state : Samples.states()) {
            for (Event event : Samples.events()) {
                pairs.add(new Pair(state, event, state.handle(event)));
            }
        }
        return pairs;
    }

    private static Stream<Class<?>> leaves(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .flatMap(each -> each.isSealed() ? leaves(each) : Stream.of(each));
    }

    private static Set<Class<?>> kindsOf(List<?> samples) {
        Set<Class<?>> kinds = new HashSet<>();
        samples.forEach(sample -> kinds.add(sample.getClass()));
        return kinds;
    }

    @Test
    void thereIsASampleOfEveryStateAndEveryEvent() {
        assertThat(kindsOf(Samples.states()))
                .containsExactlyInAnyOrderElementsOf(leaves(State.class).toList());
        assertThat(kindsOf(Samples.events()))
                .containsExactlyInAnyOrderElementsOf(leaves(Event.class).toList());
    }

    @Test
    void everyStateLeadsOnlyWhereTheTableSaysAndEveryEntryOfTheTableIsReached() {
        Map<Class<?>, Set<Class<?>>> reached = new java.util.HashMap<>();
        SUCCESSORS.keySet().forEach(state -> reached.put(state, new HashSet<>()));
        for (Pair pair : pairs()) {
            if (pair.moves()) {
                reached.get(pair.state().getClass()).add(pair.next().getClass());
            }
        }
        assertThat(reached).isEqualTo(SUCCESSORS);
    }

    @Test
    void aTermEndsExactlyWhenLeadingIsLeft_R11() {
        assertThat(pairs()).allSatisfy(pair -> {
            boolean leaves = pair.state() instanceof Leading && !(pair.next() instanceof Leading);
            assertThat(pair.does(Action.End.class)).isEqualTo(leaves);
        });
    }

    @Test
    void aTermBeginsExactlyWhenLeadingIsEntered_R11() {
        assertThat(pairs()).allSatisfy(pair -> {
            boolean enters = pair.next() instanceof Leading && !(pair.state() instanceof Leading);
            assertThat(pair.does(Action.Begin.class)).isEqualTo(enters);
        });
    }

    @Test
    void onlyALeaseAndABatonMakeALeader_R6() {
        assertThat(pairs())
                .filteredOn(pair -> pair.does(Action.Begin.class))
                .isNotEmpty()
                .allMatch(pair -> pair.state() instanceof Holding && pair.event() instanceof Event.LeaseHeld);
    }

    @Test
    void theEndOfATermIsTheFirstThingThatIsDone_R11() {
        assertThat(pairs())
                .filteredOn(pair -> pair.does(Action.End.class))
                .isNotEmpty()
                .allMatch(pair -> pair.step().actions().get(0) instanceof Action.End);
    }

    @Test
    void anOwnZnodeIsForgottenOnlyWhenItIsKnownToBeGone_C1() {
        assertThat(pairs())
                .filteredOn(pair -> pair.state().node().isPresent()
                        && !pair.next().node().equals(pair.state().node()))
                .isNotEmpty()
                .allMatch(pair -> tellsThatTheOwnZnodeIsGone(pair.event()), "tells that the own znode is gone");
    }

    private static boolean tellsThatTheOwnZnodeIsGone(Event event) {
        String own = Samples.OWN.name();
        return event instanceof Event.SessionEnded
                || event instanceof Event.Passed
                || event instanceof Event.NodeGone gone && gone.name().equals(own)
                || event instanceof Event.Removed removed && removed.name().equals(own)
                || event instanceof Event.Watched watched && watched.name().equals(own) && !watched.there()
                || event instanceof Event.Seen seen
                        && !(seen.ownThere() && seen.children().contains(own));
    }

    @Test
    void aCreateThatMayHaveLeftAZnodeIsForgottenOnlyWhenThatIsSettled_C1() {
        assertThat(pairs())
                .filteredOn(pair -> pair.state() instanceof Joining
                        && !(pair.next() instanceof Joining)
                        && pair.next().node().isEmpty())
                .isNotEmpty()
                .allMatch(pair -> pair.event() instanceof Event.SessionEnded
                        || pair.event().equals(new Event.Settled(ROUND, Optional.empty())));
    }

    @Test
    void anAnswerToAnotherRoundsQuestionChangesNothing() {
        for (State state : Samples.states()) {
            for (long round : new long[] {ROUND - 1, ROUND + 1, 0}) {
                assertThat(Samples.replies(round))
                        .allSatisfy(stale -> assertThat(state.handle(stale)).isEqualTo(Step.to(state)));
            }
        }
    }

    @Test
    void roundsOnlyGrowAndEveryQuestionIsAskedInTheRoundThatFollows() {
        assertThat(pairs()).allSatisfy(pair -> {
            assertThat(pair.next().at().round()).isGreaterThanOrEqualTo(ROUND);
            assertThat(pair.next().at().object()).isEqualTo(Samples.OBJECT);
            assertThat(pair.step().actions()).allSatisfy(action -> {
                if (action instanceof Action.Request request) {
                    assertThat(request.round()).isEqualTo(pair.next().at().round());
                }
            });
        });
    }

    @Test
    void everyWaitIsForTheRoundThatFollows_R10() {
        assertThat(pairs())
                .allSatisfy(pair -> assertThat(pair.step().actions()).allSatisfy(action -> {
                    long round = pair.next().at().round();
                    if (action instanceof Action.Retry retry) {
                        assertThat(retry.round()).isEqualTo(round);
                    } else if (action instanceof Action.CoolDown coolDown) {
                        assertThat(coolDown.round()).isEqualTo(round);
                    } else if (action instanceof Action.Patience patience) {
                        assertThat(patience.round()).isEqualTo(round);
                    } else if (action instanceof Action.AskLater later) {
                        assertThat(later.round()).isEqualTo(round);
                    }
                }));
    }

    @Test
    void nothingIsAskedWithoutASession_R8() {
        assertThat(pairs())
                .filteredOn(pair -> pair.event() instanceof Event.SessionEnded)
                .noneMatch(pair -> pair.does(Action.Request.class));
    }

    @Test
    void whoeverNeedsTheLeaseNoMoreSaysSo_R6() {
        Set<Class<?>> without = Set.of(Joining.class, Outside.class, Leaving.class, Passing.class, Yielding.class);
        Set<Class<?>> with = Set.of(Queued.class, Claiming.class, Holding.class, Leading.class);
        assertThat(pairs())
                .filteredOn(pair -> with.contains(pair.state().getClass())
                        && without.contains(pair.next().getClass()))
                .isNotEmpty()
                .allMatch(pair -> pair.does(Action.StopRenewing.class));
    }

    @Test
    void onlyTheStateThatIsTheEndFinishes_R12() {
        assertThat(pairs()).allSatisfy(pair -> {
            boolean ends = pair.next() instanceof Closed && !(pair.state() instanceof Closed);
            assertThat(pair.does(Action.Finish.class)).isEqualTo(ends);
        });
    }

    @Test
    void everyStateThatPeopleWaitInHasAPhaseAndAnAnnouncement() {
        assertThat(Samples.states()).extracting(State::phase).contains("outside", "queued", "leading", "closed");
        assertThat(Samples.states())
                .filteredOn(state -> Set.of(Outside.class, Queued.class, Leading.class, Yielding.class, Closed.class)
                        .contains(state.getClass()))
                .allMatch(state -> state.announcement().isPresent());
    }
}
