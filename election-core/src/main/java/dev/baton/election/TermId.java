package dev.baton.election;

import java.io.Serializable;
import java.util.Objects;

/**
 * Names one term of one holder to a store: the fencing token, and beside it whose it is.
 *
 * <p>A store that remembers the highest one that it has seen lets another in only if it {@linkplain #mayFollow may
 * follow}. The holder is there for the day on which tokens repeat: an ensemble that was restored from an old backup, or
 * wiped, hands the same number out again, to somebody else, who must be refused.
 *
 * @param token the fencing token of the term
 * @param holder who holds it; {@link Leadership#id()} takes the candidate's id, for people, and the name of its znode,
 *     which is never used twice
 */
public record TermId(FencingToken token, String holder) implements Serializable {

    private static final int LONGEST_HOLDER = 200;

    /**
     * Makes an id of its parts.
     *
     * @throws IllegalArgumentException if the holder is not 1 to 200 printable ASCII characters without blanks, which go
     *     unchanged through headers, files and columns of every kind
     */
    public TermId {
        Objects.requireNonNull(token, "the token of a term");
        Objects.requireNonNull(holder, "the holder of a term");
        if (holder.isEmpty()
                || holder.length() > LONGEST_HOLDER
                || !holder.chars().allMatch(TermId::isPlain)) {
            throw new IllegalArgumentException("'" + holder + "' cannot be the holder of a term: give 1 to "
                    + LONGEST_HOLDER + " printable ASCII characters without blanks");
        }
    }

    /** Of a candidate's id, what is plain, cut where it is long; the znode alone makes the holder unique. */
    static TermId of(FencingToken token, String candidateId, String znode) {
        StringBuilder label = new StringBuilder();
        candidateId
                .codePoints()
                .limit((long) LONGEST_HOLDER - 1 - znode.length())
                .forEach(c -> label.append(isPlain(c) ? (char) c : '_'));
        return new TermId(token, label.append('/').append(znode).toString());
    }

    private static boolean isPlain(int c) {
        return c > ' ' && c <= '~';
    }

    /**
     * Whether a store that has seen another term is to let this one in.
     *
     * <p>Compares the tokens' numbers, as a BIGINT column does: transactions' ids are unique within an ensemble, so that
     * a number that comes again from another holder was handed out twice.
     *
     * @param highest the highest that the store has seen
     * @return true if this token's number is greater, or the same and of the same holder
     */
    public boolean mayFollow(TermId highest) {
        int order = Long.compare(token.asLong(), highest.token.asLong());
        return order > 0 || (order == 0 && holder.equals(highest.holder));
    }

    /**
     * Reads the text that {@link #toString()} writes.
     *
     * @param text a token's text, a blank, the holder
     * @return the id
     * @throws IllegalArgumentException if the text has another form, with the text in the message
     */
    public static TermId parse(String text) {
        Objects.requireNonNull(text, "the text of a term's id");
        int blank = text.indexOf(' ');
        try {
            if (blank > 0) {
                return new TermId(FencingToken.parse(text.substring(0, blank)), text.substring(blank + 1));
            }
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("'" + text + "' names no term: " + malformed.getMessage(), malformed);
        }
        throw new IllegalArgumentException("'" + text + "' names no term: expected a token, a blank and a holder");
    }

    /**
     * One line of printable ASCII, for headers, files and logs.
     *
     * @return for example {@code 0000000300000012-0000000007 billing-7/c-5f0e…-0000000007}
     */
    @Override
    public String toString() {
        return token + " " + holder;
    }
}
