package dev.baton.election.examples.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.examples.scheduler.jobs.CronSchedule;
import dev.baton.election.examples.scheduler.jobs.Every;
import dev.baton.election.examples.scheduler.jobs.Schedule;
import dev.baton.election.examples.scheduler.store.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Due times are counted from the last one handled, within what the operator permits. */
class DueTimesTest {

    private static final Instant TEN = Instant.parse("2026-06-01T10:00:00Z");
    private static final Schedule MINUTELY = new Every(Duration.ofMinutes(1));
    private static final Window ALWAYS = new Window(Optional.empty(), Optional.empty());

    /** F30: the leader stops three seconds before ten, the next one begins 0.7 seconds after. */
    @Test
    void aTimeInTheGapBetweenTwoLeadersIsSubmittedByTheNext() {
        Schedule dailyAtTen = new CronSchedule("0 10 * * *", ZoneOffset.UTC);
        Instant yesterday = TEN.minus(Duration.ofDays(1));

        assertThat(DueTimes.of(dailyAtTen, Optional.of(yesterday), ALWAYS, TEN.minusSeconds(3)))
                .isEmpty();
        assertThat(DueTimes.of(dailyAtTen, Optional.of(yesterday), ALWAYS, TEN.plusMillis(700)))
                .hasValue(new DueTimes(List.of(TEN), TEN));
    }

    @Test
    void whatWasHandledIsNotDueAgain() {
        assertThat(DueTimes.of(MINUTELY, Optional.of(TEN), ALWAYS, TEN.plusSeconds(59)))
                .isEmpty();
        assertThat(DueTimes.of(MINUTELY, Optional.of(TEN), ALWAYS, TEN.plusSeconds(60)))
                .hasValue(new DueTimes(List.of(TEN.plusSeconds(60)), TEN.plusSeconds(60)));
    }

    @Test
    void aNewJobBeginsNowAndThatIsWrittenDown() {
        assertThat(DueTimes.of(MINUTELY, Optional.empty(), ALWAYS, TEN)).hasValue(new DueTimes(List.of(), TEN));
    }

    @Test
    void theWindowLimitsBothEnds() {
        Window window = new Window(Optional.of(TEN), Optional.of(TEN.plusSeconds(120)));

        assertThat(DueTimes.of(MINUTELY, Optional.of(TEN.minusSeconds(600)), window, TEN.plusSeconds(600)))
                .hasValue(new DueTimes(List.of(TEN.plusSeconds(60), TEN.plusSeconds(120)), TEN.plusSeconds(120)));
        assertThat(DueTimes.of(MINUTELY, Optional.of(TEN.plusSeconds(120)), window, TEN.plusSeconds(600)))
                .isEmpty();
    }

    @Test
    void aLongStillstandIsCaughtUpInPieces() {
        Optional<Instant> handled = Optional.of(TEN.minus(Duration.ofDays(1)));

        DueTimes first = DueTimes.of(MINUTELY, handled, ALWAYS, TEN).orElseThrow();
        DueTimes second = DueTimes.of(MINUTELY, Optional.of(first.handledUntil()), ALWAYS, TEN)
                .orElseThrow();

        assertThat(first.times()).hasSize(DueTimes.LIMIT);
        assertThat(second.times().get(0)).isEqualTo(first.handledUntil().plusSeconds(60));
    }
}
