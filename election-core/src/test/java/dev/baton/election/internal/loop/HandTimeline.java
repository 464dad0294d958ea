package dev.baton.election.internal.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;

/** Time that a test turns by hand: nothing happens but in {@link #settle()} and {@link #advance}. */
final class HandTimeline implements Timeline {

    private record Alarm(long due, long number, Runnable task) {}

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private long now;
    private long numbers;
    private long perReading;

    /** Starts the clock anywhere, as real ones do. */
    HandTimeline(long zero) {
        now = zero;
    }

    @Override
    public long nanoTime() {
        long read = now;
        now += perReading;
        return read;
    }

    /** From now on the clock moves by so much whenever it is read, as a real one may. */
    void moveWithEveryReading(long nanos) {
        perReading = nanos;
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH.plusNanos(now);
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Alarm alarm = new Alarm(now + delay.toNanos(), numbers++, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    /** Runs all that is to run now. */
    void settle() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    /** Lets time pass; every alarm rings at its own time. */
    void advance(Duration time) {
        long until = now + time.toNanos();
        settle();
        while (true) {
            Alarm next = alarms.stream()
                    .filter(alarm -> alarm.due() - until <= 0)
                    .min(Comparator.comparingLong((Alarm alarm) -> alarm.due() - until)
                            .thenComparingLong(Alarm::number))
                    .orElse(null);
            if (next == null) {
                now = until;
                return;
            }
            alarms.remove(next);
            now = next.due() - now > 0 ? next.due() : now;
            next.task().run();
            settle();
        }
    }

    /** Lets time pass as in a process that is stopped: nothing runs meanwhile, and all of it when it wakes. */
    void freeze(Duration time) {
        now += time.toNanos();
    }

    /** How many alarms are set. */
    int alarms() {
        return alarms.size();
    }
}
