package dev.baton.election.internal.machine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a candidate's znode, taken apart.
 *
 * @param text the whole name
 * @param object the election object that made it
 * @param instance object and join: the part that is never used twice
 * @param priority how much it wants to lead; 0 unless it says otherwise
 * @param sequence the number that the server appended
 */
public record CandidateName(String text, String object, String instance, int priority, int sequence) {

    /**
     * Numbers from here on are refused: at 2147483647 the server's counter sticks and hands out duplicates (ZooKeeper's
     * {@code DataTree.createNode} keeps the larger counter, and the wrapped one is smaller).
     */
    public static final int SEQUENCE_LIMIT = Integer.MAX_VALUE - (1 << 20) + 1;

    private static final Pattern FORM =
            Pattern.compile("c-(([0-9a-f]{16})\\.[0-9a-z]{1,6})(?:\\.p([0-9]{1,4}))?-(-?[0-9]{9,10})");

    /** The name, if it is one of a candidate; anything else in the election's path is foreign. */
    public static Optional<CandidateName> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long sequence = Long.parseLong(matcher.group(4));
        int priority = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        if (sequence < Integer.MIN_VALUE || sequence > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(new CandidateName(text, matcher.group(2), matcher.group(1), priority, (int) sequence));
    }

    /** What a znode is created with; the server appends the sequence number. */
    public static String prefix(String instance, int priority) {
        return "c-" + instance + (priority == 0 ? "" : ".p" + priority) + "-";
    }

    /** The priority in a name that is known to be a candidate's. */
    static int priorityOf(String name) {
        return parse(name).map(CandidateName::priority).orElse(0);
    }

    /** Whether the number is one that still orders the queue. */
    boolean isOrdered() {
        return sequence >= 0 && sequence < SEQUENCE_LIMIT;
    }
}
