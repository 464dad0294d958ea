package dev.baton.election.examples.scheduler.node;

import java.util.Optional;

/**
 * One line of a node's standard output.
 *
 * @param kind what happened
 * @param subject what it happened to, see {@link EventKind}
 * @param text more, for people
 */
public record NodeEvent(EventKind kind, String subject, String text) {

    private static final String SEPARATOR = "\t";

    /**
     * Reads a line.
     *
     * @param line what {@link #toLine()} wrote
     * @return the event, absent if the line is something else
     */
    public static Optional<NodeEvent> parse(String line) {
        String[] parts = line.split(SEPARATOR, 3);
        if (parts.length != 3) {
            return Optional.empty();
        }
        for (EventKind kind : EventKind.values()) {
            if (kind.name().equals(parts[0])) {
                return Optional.of(new NodeEvent(kind, parts[1], parts[2]));
            }
        }
        return Optional.empty();
    }

    /**
     * The event as one line.
     *
     * @return kind, subject and text, separated by tabs
     */
    public String toLine() {
        return kind + SEPARATOR + plain(subject) + SEPARATOR + plain(text);
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
