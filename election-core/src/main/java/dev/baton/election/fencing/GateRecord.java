package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a gate remembers of one resource, and the rule by which it lets a term in: the one place for both.
 *
 * <p>As bytes it is short text that a person can read: {@code key: value} lines, and a last line by which a cut off
 * record is known.
 *
 * @param resource the resource's name
 * @param highest the highest term that was let in; empty before the first
 * @param operations those remembered, oldest first, at most {@link TokenGate#REMEMBERED_OPERATIONS}
 */
record GateRecord(String resource, Optional<TermId> highest, List<Operation> operations) {

    private static final String FORMAT = "format: 1";
    private static final String END = "end";

    static GateRecord blank(String resource) {
        return new GateRecord(Names.check("resource", resource), Optional.empty(), List.of());
    }

    /**
     * The record after a term was let in.
     *
     * @throws StaleTokenException if it may not follow the highest
     */
    GateRecord admit(TermId term) {
        Objects.requireNonNull(term, "the term");
        if (highest.isEmpty()) {
            return new GateRecord(resource, Optional.of(term), operations);
        }
        if (!term.mayFollow(highest.get())) {
            throw new StaleTokenException(resource, term, highest.get());
        }
        return highest.get().equals(term) ? this : new GateRecord(resource, Optional.of(term), operations);
    }

    /** The record with this operation as its newest, in place of what was known of it. */
    GateRecord with(Operation operation) {
        List<Operation> all = new ArrayList<>(operations);
        all.removeIf(known -> known.id().equals(operation.id()));
        all.add(operation);
        int surplus = Math.max(0, all.size() - TokenGate.REMEMBERED_OPERATIONS);
        return new GateRecord(resource, highest, List.copyOf(all.subList(surplus, all.size())));
    }

    Optional<Operation> operation(String id) {
        Names.check("operation", id);
        return operations.stream().filter(known -> known.id().equals(id)).findFirst();
    }

    boolean hasApplied(String id) {
        return operation(id).filter(Operation::finished).isPresent();
    }

    byte[] encode() {
        List<String> lines = new ArrayList<>(List.of(FORMAT, "resource: " + resource));
        highest.ifPresent(term -> lines.add("highest: " + term));
        for (Operation each : operations) {
            lines.add((each.finished() ? "done: " : "begun: ") + each.id() + " " + each.term());
        }
        lines.add(END);
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads the bytes that {@link #encode()} wrote.
     *
     * @throws IllegalArgumentException if they are anything else: a gate that has forgotten would let everybody in
     */
    static GateRecord decode(String resource, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.US_ASCII);
        List<String> lines = text.lines().toList();
        if (!text.endsWith("\n" + END + "\n")
                || !lines.get(0).equals(FORMAT)
                || !lines.get(1).equals("resource: " + resource)) {
            throw new IllegalArgumentException("it is no gate of '" + resource + "': expected the lines '" + FORMAT
                    + "', 'resource: " + resource + "', …, '" + END + "'");
        }
        GateRecord record = blank(resource);
        for (String line : lines.subList(2, lines.size() - 1)) {
            record = record.withLine(line);
        }
        return record;
    }

    private GateRecord withLine(String line) {
        int colon = line.indexOf(": ");
        String value = line.substring(Math.max(0, colon + 2));
        return switch (line.substring(0, Math.max(0, colon))) {
            case "highest" -> new GateRecord(resource, Optional.of(TermId.parse(value)), operations);
            case "done" -> with(operation(value, true));
            case "begun" -> with(operation(value, false));
            default -> throw new IllegalArgumentException("the line '" + line + "' is none of a gate's");
        };
    }

    private static Operation operation(String value, boolean finished) {
        int blank = Math.max(0, value.indexOf(' '));
        return new Operation(value.substring(0, blank), TermId.parse(value.substring(blank + 1)), finished);
    }
}
