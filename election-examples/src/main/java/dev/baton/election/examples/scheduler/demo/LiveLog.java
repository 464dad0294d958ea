package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.node.EventKind;
import dev.baton.election.examples.scheduler.node.NodeEvent;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.regex.Pattern;

/** Prints events, one a line, in columns; with colours on a terminal only. */
final class LiveLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    /** Scheduled times are of today, as a rule; their date would take a third of the line. */
    private static final Pattern DATE = Pattern.compile("@\\d{4}-\\d\\d-\\d\\dT(\\S+)Z#");

    private static final String PLAIN = "";
    private static final String DIM = "2";
    private static final String BOLD = "1";
    private static final String RED = "1;31";
    private static final String GREEN = "1;32";
    private static final String YELLOW = "33";
    private static final String MAGENTA = "1;35";
    private static final String CYAN = "36";

    /** The demo's own lines. */
    private static final String STAGE = "demo";

    private static final Map<EventKind, Style> STYLES = Map.ofEntries(
            Map.entry(EventKind.UP, new Style("up", DIM)),
            Map.entry(EventKind.LEADS, new Style("LEADS", GREEN)),
            Map.entry(EventKind.ACTS, new Style("ACTS", GREEN)),
            Map.entry(EventKind.OVER, new Style("OVER", YELLOW)),
            Map.entry(EventKind.ADOPTS, new Style("adopts", CYAN)),
            Map.entry(EventKind.CATCHES_UP, new Style("catch-up", CYAN)),
            Map.entry(EventKind.REASSIGNS, new Style("reassign", YELLOW)),
            Map.entry(EventKind.STARTS, new Style("start", DIM)),
            Map.entry(EventKind.DONE, new Style("done", PLAIN)),
            Map.entry(EventKind.FAILED, new Style("FAILED", RED)),
            Map.entry(EventKind.STOPS, new Style("stop", YELLOW)),
            Map.entry(EventKind.REFUSED, new Style("REFUSED", MAGENTA)),
            Map.entry(EventKind.HOLDS, new Style("holds", CYAN)),
            Map.entry(EventKind.WAKES, new Style("WAKES", CYAN)),
            Map.entry(EventKind.TROUBLE, new Style("trouble", RED)),
            Map.entry(EventKind.LEAVES, new Style("leaves", DIM)));

    private record Style(String label, String colour) {}

    private final PrintStream out;
    private final boolean colours;

    LiveLog(PrintStream out, boolean colours) {
        this.out = out;
        this.colours = colours;
    }

    /** What a node said. */
    void event(String node, NodeEvent event) {
        Style style = STYLES.get(event.kind());
        line(node, style.label(), style.colour(), text(event));
    }

    /** What the demo does to a node. */
    void fault(String text) {
        line(STAGE, "", RED, text);
    }

    /** What the demo does otherwise, or finds. */
    void stage(String text) {
        line(STAGE, "", BOLD, text);
    }

    /** What goes between and after the events, in no column. */
    synchronized void plain(String text) {
        out.println(text);
    }

    private static String text(NodeEvent event) {
        return switch (event.kind()) {
            case UP -> "process " + event.subject();
            case LEADS, ACTS, OVER, HOLDS, WAKES, REFUSED -> event.subject() + "  " + event.text();
            case LEAVES -> "";
            case STARTS -> shortened(event.subject());
            case DONE, FAILED, STOPS -> shortened(event.subject()) + "  " + event.text();
            default -> event.subject() + (event.text().isEmpty() ? "" : "  " + event.text());
        };
    }

    private static String shortened(String attempt) {
        return DATE.matcher(attempt).replaceFirst("@$1#");
    }

    private synchronized void line(String who, String label, String colour, String text) {
        String line = String.format("%s  %-7s %-8s  %s", TIME.format(Instant.now()), who, label, text)
                .stripTrailing();
        out.println(colours && !colour.isEmpty() ? "\u001b[" + colour + "m" + line + "\u001b[0m" : line);
        out.flush();
    }
}
