package dev.baton.election.examples.scheduler.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Due times are a pure function of time, and daylight saving neither loses nor doubles one. */
class ScheduleTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void anIntervalIsCountedFromAFixedOriginSoThatATakeoverDoesNotShiftIt() {
        Every every = new Every(Duration.ofSeconds(7));

        assertThat(every.nextAfter(Instant.parse("1970-01-01T00:00:00Z"))).hasValue(Instant.ofEpochSecond(7));
        assertThat(every.nextAfter(Instant.ofEpochMilli(6_999))).hasValue(Instant.ofEpochSecond(7));
        assertThat(every.nextAfter(Instant.ofEpochSecond(7))).hasValue(Instant.ofEpochSecond(14));
    }

    @Test
    void fiveFieldsAreUnixAndSixBeginWithSeconds() {
        assertThat(due("*/15 * * * *", "2026-06-01T10:07:30Z", 2))
                .containsExactly(Instant.parse("2026-06-01T10:15:00Z"), Instant.parse("2026-06-01T10:30:00Z"));
        assertThat(due("*/20 * * * * *", "2026-06-01T10:07:30.250Z", 2))
                .containsExactly(Instant.parse("2026-06-01T10:07:40Z"), Instant.parse("2026-06-01T10:08:00Z"));
    }

    @Test
    void aTimeThatTheClockSkipsIsDueOnceAtTheJump() {
        // 29 March 2026: 02:00 CET is followed by 03:00 CEST, at 01:00 UTC.
        assertThat(due("30 2 * * *", "2026-03-28T12:00:00Z", 2))
                .containsExactly(Instant.parse("2026-03-29T01:00:00Z"), Instant.parse("2026-03-30T00:30:00Z"));
        assertThat(due("0 30 2 * * *", "2026-03-29T01:00:00Z", 1))
                .containsExactly(Instant.parse("2026-03-30T00:30:00Z"));
    }

    @Test
    void theJumpAddsNothingToAnExpressionThatSkipsNothing() {
        assertThat(due("30 4 * * *", "2026-03-28T12:00:00Z", 1)).containsExactly(Instant.parse("2026-03-29T02:30:00Z"));
        assertThat(due("*/30 * * * *", "2026-03-29T00:30:00Z", 2))
                .containsExactly(Instant.parse("2026-03-29T01:00:00Z"), Instant.parse("2026-03-29T01:30:00Z"));
    }

    @Test
    void aTimeThatComesTwiceIsDueOnce() {
        // 25 October 2026: 02:30 comes at 00:30 UTC and again at 01:30 UTC.
        assertThat(due("30 2 * * *", "2026-10-24T12:00:00Z", 2))
                .containsExactly(Instant.parse("2026-10-25T00:30:00Z"), Instant.parse("2026-10-26T01:30:00Z"));
    }

    @Test
    void anExpressionThroughTheHourGoesOnInRealTimeWhenTheHourComesTwice() {
        assertThat(due("*/30 * * * *", "2026-10-25T00:00:00Z", 4))
                .containsExactly(
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-25T01:00:00Z"),
                        Instant.parse("2026-10-25T01:30:00Z"),
                        Instant.parse("2026-10-25T02:00:00Z"));
    }

    private static List<Instant> due(String cron, String after, int count) {
        CronSchedule schedule = new CronSchedule(cron, BERLIN);
        List<Instant> due = new ArrayList<>();
        Optional<Instant> next = schedule.nextAfter(Instant.parse(after));
        while (due.size() < count && next.isPresent()) {
            due.add(next.get());
            next = schedule.nextAfter(next.get());
        }
        return due;
    }
}
