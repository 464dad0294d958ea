package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every gate around a write promises. */
abstract class TokenGateContract {

    static final TermId OLD = new TermId(new FencingToken(5, 1), "a/c-1");
    static final TermId NEW = new TermId(new FencingToken(9, 2), "b/c-2");

    final List<String> written = new ArrayList<>();

    abstract TokenGate gate();

    @Test
    void lesserTokenIsRefusedByAMessageThatNamesBothAndItsWriteDoesNotRun_R13() {
        assertThat(gate().highest("disk")).isEmpty();
        gate().guard("disk", OLD, () -> written.add("old"));
        gate().guard("disk", NEW, () -> written.add("new"));
        gate().guard("disk", NEW, () -> written.add("new again"));

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> gate().guard("disk", OLD, () -> written.add("stale")))
                .satisfies(stale -> {
                    assertThat(stale.resource()).isEqualTo("disk");
                    assertThat(stale.presented()).isEqualTo(OLD);
                    assertThat(stale.highest()).isEqualTo(NEW);
                })
                .withMessageContainingAll(
                        "'disk'", OLD.token().toString(), "a/c-1", NEW.token().toString(), "b/c-2")
                .withMessageContaining("Stop this term's work");

        assertThat(written).containsExactly("old", "new", "new again");
        assertThat(gate().highest("disk")).hasValue(NEW);
        gate().guard("other", OLD, () -> written.add("another resource"));
    }

    @Test
    void sameNumberOfAnotherHolderIsRefusedWithTheRemedy_R13_R14() {
        gate().guard("disk", NEW, () -> written.add("new"));
        TermId repeated = new TermId(NEW.token(), "b/c-3");

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> gate().guard("disk", repeated, () -> written.add("repeated")))
                .withMessageContaining("acceptedEpoch");

        assertThat(written).containsExactly("new");
    }

    @Test
    void writeThatFailsReachesTheCallerUnchangedAndItsTermWasSeen_R13() {
        IOException full = new IOException("disk full");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> gate().guard("disk", NEW, () -> {
                    throw full;
                }))
                .isSameAs(full);
        assertThat(gate().highest("disk")).hasValue(NEW);
        gate().guard("disk", NEW, () -> written.add("tried again"));
        assertThat(written).hasSize(1);
    }

    @Test
    void operationThatFinishedRunsOnceAndOneThatFailedRunsAgain_R13() {
        assertThat(gate().operation("disk", "op-1")).isEmpty();
        assertThat(gate().guardOnce("disk", OLD, "op-1", () -> written.add("1")))
                .isTrue();
        assertThat(gate().guardOnce("disk", NEW, "op-1", () -> written.add("1 again")))
                .isFalse();
        assertThat(gate().operation("disk", "op-1")).hasValue(new Operation("op-1", OLD, true));
        assertThat(gate().highest("disk"))
                .as("a term that found it applied was let in")
                .hasValue(NEW);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> gate().guardOnce("disk", NEW, "op-2", () -> {
                    throw new IOException("half of it");
                }));
        assertThat(gate().operation("disk", "op-2")).hasValue(new Operation("op-2", NEW, false));
        assertThat(gate().guardOnce("disk", NEW, "op-2", () -> written.add("2")))
                .isTrue();
        assertThat(gate().operation("disk", "op-2")).hasValue(new Operation("op-2", NEW, true));
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> gate().guardOnce("disk", OLD, "op-1", () -> written.add("stale")));
        assertThat(written).containsExactly("1", "2");
    }

    @Test
    void onlyTheNewestOperationsAreRemembered_R13() {
        for (int i = 0; i <= TokenGate.REMEMBERED_OPERATIONS; i++) {
            gate().guardOnce("disk", NEW, "op-" + i, () -> true);
        }
        assertThat(gate().operation("disk", "op-0")).isEmpty();
        assertThat(gate().operation("disk", "op-1")).isPresent();
        assertThat(gate().operation("disk", "op-" + TokenGate.REMEMBERED_OPERATIONS))
                .isPresent();
    }

    @Test
    void goingThroughTheSameGateInsideAWriteIsADefectAndSaidSo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> gate().guard("disk", NEW, () -> gate().guard("disk", NEW, () -> written.add("x"))))
                .withMessageContaining("once more");
        gate().guard("disk", NEW, () -> gate().guard("another", NEW, () -> written.add("y")));
        assertThat(written).containsExactly("y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "ä", "a\u0000"})
    void namesThatAStoreCouldFoldOrCutAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gate().guard(name, NEW, () -> written.add("x")))
                .withMessageContaining("cannot name a resource");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gate().guardOnce("disk", NEW, name, () -> written.add("x")))
                .withMessageContaining("cannot name an operation");
        assertThat(written).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/b", "../a", "%2F", "C:\\x", "*"})
    void everyOtherNameIsAResourceOfItsOwn(String name) {
        gate().guard(name, NEW, () -> written.add(name));
        assertThat(gate().highest(name)).hasValue(NEW);
        assertThat(gate().highest(name + name)).isEmpty();
    }
}
