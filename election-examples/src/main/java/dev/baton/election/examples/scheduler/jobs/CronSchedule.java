package dev.baton.election.examples.scheduler.jobs;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Objects;
import java.util.Optional;

/**
 * Due by a cron expression in a time zone.
 *
 * <p>Five fields are read as in Unix (minute first), six as in Spring (seconds first). When the clocks change:
 *
 * <ul>
 *   <li>A time that is skipped (02:30 on a night that jumps from 02:00 to 03:00) is due once, at the jump. Skipping it
 *       would lose a run; shifting it to 03:30 would break the order of jobs.
 *   <li>A time that comes twice is due once, at its first coming; an expression that runs through the hour, such as
 *       {@code *}{@code /15 * * * *}, goes on in real time through both.
 * </ul>
 */
public final class CronSchedule implements Schedule {

    private final String expression;
    private final ZoneId zone;
    private final ExecutionTime times;

    /**
     * Reads an expression.
     *
     * @param expression five or six fields
     * @param zone the zone of its clock
     * @throws IllegalArgumentException if it is no such expression, with the reason as message
     */
    public CronSchedule(String expression, ZoneId zone) {
        this.expression = Objects.requireNonNull(expression, "expression");
        this.zone = Objects.requireNonNull(zone, "zone");
        int fields = expression.trim().split("\\s+").length;
        if (fields != 5 && fields != 6) {
            throw new IllegalArgumentException(
                    "has " + fields + " fields, expected 5 (minute hour day month weekday) or 6 (second first)");
        }
        CronType type = fields == 5 ? CronType.UNIX : CronType.SPRING53;
        Cron cron = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(type)).parse(expression.trim());
        this.times = ExecutionTime.forCron(cron.validate());
        if (times.nextExecution(Instant.EPOCH.atZone(zone)).isEmpty()) {
            throw new IllegalArgumentException("is never due; name a day that exists");
        }
    }

    @Override
    public Optional<Instant> nextAfter(Instant instant) {
        Optional<Instant> byTheClock = times.nextExecution(instant.atZone(zone)).map(ZonedDateTime::toInstant);
        Optional<Instant> atTheJump = skippedAfter(instant);
        if (byTheClock.isEmpty() || atTheJump.isEmpty()) {
            return byTheClock.or(() -> atTheJump);
        }
        return byTheClock.get().isBefore(atTheJump.get()) ? byTheClock : atTheJump;
    }

    /** The next change of the clocks, if it skips a due time. */
    private Optional<Instant> skippedAfter(Instant instant) {
        ZoneOffsetTransition change = zone.getRules().nextTransition(instant);
        if (change == null || !change.isGap()) {
            return Optional.empty();
        }
        // On a clock without changes, the skipped hour exists, and cron tells what would have been due in it.
        LocalDateTime beforeGap = change.getDateTimeBefore().minusNanos(1);
        return times.nextExecution(beforeGap.atZone(ZoneOffset.UTC))
                .filter(due -> due.toLocalDateTime().isBefore(change.getDateTimeAfter()))
                .map(due -> change.getInstant());
    }

    @Override
    public String toString() {
        return expression + " (" + zone + ")";
    }
}
