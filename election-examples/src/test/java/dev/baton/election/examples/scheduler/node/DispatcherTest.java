package dev.baton.election.examples.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunId;
import dev.baton.election.examples.scheduler.store.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Waiting runs go to the least loaded worker that accepts; runs of workers that are gone are found. */
class DispatcherTest {

    private static final List<Presence> BOTH = List.of(new Presence("a", true), new Presence("b", true));

    @Test
    void theLeastLoadedComesFirst() {
        List<Run> open = List.of(run(1, RunState.RUNNING, "a"), run(2, RunState.ASSIGNED, "a"), waiting(3), waiting(4));

        assertThat(new Dispatcher().assign(open, BOTH))
                .extracting(Assignment::worker)
                .containsExactly("b", "b");
    }

    @Test
    void amongEqualsTheOneThatWasGivenARunLongestAgo() {
        Dispatcher dispatcher = new Dispatcher();

        assertThat(dispatcher.assign(List.of(waiting(1)), BOTH))
                .extracting(Assignment::worker)
                .containsExactly("a");
        assertThat(dispatcher.assign(List.of(waiting(2)), BOTH))
                .extracting(Assignment::worker)
                .containsExactly("b");
        assertThat(dispatcher.assign(List.of(waiting(3)), BOTH))
                .extracting(Assignment::worker)
                .containsExactly("a");
    }

    @Test
    void aWorkerThatLeavesGetsNothingNewAndKeepsWhatItHas() {
        List<Presence> leaving = List.of(new Presence("a", false));
        List<Run> open = List.of(run(1, RunState.RUNNING, "a"), waiting(2));

        assertThat(new Dispatcher().assign(open, leaving)).isEmpty();
        assertThat(Dispatcher.lost(open, leaving)).isEmpty();
    }

    @Test
    void runsOfWorkersThatAreGoneAreLost() {
        Run gone = run(1, RunState.RUNNING, "c");

        assertThat(Dispatcher.lost(List.of(gone, run(2, RunState.RUNNING, "a"), waiting(3)), BOTH))
                .containsExactly(new Assignment(gone.currentAttempt(), "c"));
    }

    private static Run waiting(int second) {
        return new Run(new RunId("j", Instant.ofEpochSecond(second)), RunState.WAITING, 1, Optional.empty(), "t");
    }

    private static Run run(int second, RunState state, String worker) {
        return new Run(new RunId("j", Instant.ofEpochSecond(second)), state, 1, Optional.of(worker), "t");
    }
}
