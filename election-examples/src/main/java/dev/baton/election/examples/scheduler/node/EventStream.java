package dev.baton.election.examples.scheduler.node;

import java.io.PrintStream;
import java.time.Duration;

/** Writes events to a stream, one a line. A trouble that is told again and again is written every few seconds only. */
final class EventStream implements Events {

    private static final long SAME_TROUBLE = Duration.ofSeconds(3).toNanos();

    private final PrintStream out;
    private String lastTrouble = "";
    private long lastTroubleAt;

    EventStream(PrintStream out) {
        this.out = out;
    }

    @Override
    public synchronized void tell(NodeEvent event) {
        String line = event.toLine();
        if (event.kind() == EventKind.TROUBLE) {
            if (line.equals(lastTrouble) && System.nanoTime() - lastTroubleAt < SAME_TROUBLE) {
                return;
            }
            lastTrouble = line;
            lastTroubleAt = System.nanoTime();
        }
        out.println(line);
        out.flush();
    }
}
