package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Ending;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RevocationReasonTest {

    @Test
    void everyEndingOfATermIsAReasonOfTheSameNameAndTheOtherWayRound_R11() {
        assertThat(Arrays.stream(RevocationReason.values()).map(Enum::name))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Ending.values()).map(Enum::name).toList());
    }
}
