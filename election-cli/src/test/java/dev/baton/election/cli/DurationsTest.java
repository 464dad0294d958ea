package dev.baton.election.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {

    @Test
    void readsNumbersWithAUnit() {
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(Durations.parse(" 2M ")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Durations.parse("1h")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void refusesWhatCouldMeanSeveralThings() {
        for (String text : List.of("", "5", "-1s", "1s2", "s", "1d", "1e3s", "99999999999s")) {
            assertThatThrownBy(() -> Durations.parse(text))
                    .isInstanceOf(TypeConversionException.class)
                    .hasMessageContaining("'" + text + "'")
                    .hasMessageContaining("500ms");
        }
    }

    @Test
    void showsTheTwoLargestUnits() {
        assertThat(Durations.show(Duration.ofMillis(250))).isEqualTo("0.3s");
        assertThat(Durations.show(Duration.ofSeconds(125))).isEqualTo("2m5s");
        assertThat(Durations.show(Duration.ofMinutes(61))).isEqualTo("1h1m");
        assertThat(Durations.show(Duration.ofHours(49))).isEqualTo("2d1h");
        assertThat(Durations.show(Duration.ofSeconds(-5))).isEqualTo("0.0s");
    }
}
