package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads: given this state, when that happens, then this is done and that is the state. */
final class StepAssert {

    private final Step step;

    private StepAssert(Step step) {
        this.step = step;
    }

    static StepAssert when(State state, Event event) {
        return new StepAssert(state.handle(event));
    }

    /** These actions, all of them, in this order. */
    StepAssert does(Action... actions) {
        assertThat(step.actions()).containsExactly(actions);
        return this;
    }

    StepAssert doesNothing() {
        return does();
    }

    StepAssert now(State expected) {
        assertThat(step.next()).isEqualTo(expected);
        return this;
    }

    <S extends State> S nowIn(Class<S> expected) {
        assertThat(step.next()).isInstanceOf(expected);
        return expected.cast(step.next());
    }
}
