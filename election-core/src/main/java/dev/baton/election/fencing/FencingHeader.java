package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The header by which an HTTP request tells under which term it writes, and the statuses of the answers.
 *
 * <pre>{@code
 * Fencing-Token: 0000000300000012-0000000007 billing-7/c-3f0c9a6d5b7e1f20.1-0000000007
 * }</pre>
 *
 * <p>The server parses it, hands the term to a {@link TokenGate} or {@link JdbcTokenGate} around the write, and answers
 * with the {@linkplain RuntimeException#getMessage() message} of what went wrong as text. A client that gets no answer
 * does not know the outcome: it sends the same request with the same id of the operation again.
 */
public final class FencingHeader {

    /** The name of the header, in requests. */
    public static final String NAME = "Fencing-Token";

    /** Bad Request: the header is there and cannot be read, or comes more than once. Mend the client. */
    public static final int MALFORMED = 400;

    /**
     * Precondition Failed: refused, nothing was applied. The term is a condition in a header of the request, which is
     * false and, unlike a conflict (409), will not become true.
     */
    public static final int STALE = 412;

    /** Precondition Required (RFC 6585): the resource takes no writes without the header. */
    public static final int MISSING = 428;

    private FencingHeader() {}

    /**
     * The header's value.
     *
     * @param term under which the request writes
     * @return one line of printable ASCII
     */
    public static String format(TermId term) {
        return term.toString();
    }

    /**
     * Reads the header's value.
     *
     * @param value as the server gives it, with the blanks around it or without; null if the request has no such header
     * @return the term; empty if there is no header, to be answered with {@link #MISSING}
     * @throws IllegalArgumentException if it is no term's, to be answered with {@link #MALFORMED}
     */
    public static Optional<TermId> parse(@Nullable String value) {
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(TermId.parse(value.strip()));
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "The header " + NAME + " is wrong: " + malformed.getMessage(), malformed);
        }
    }
}
