package dev.baton.election;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number that is strictly greater for every new term of an election, so that a store can refuse a leader of the past.
 *
 * <p>It is the id of the ZooKeeper transaction that passed the baton, which ZooKeeper keeps growing across leader
 * changes, restarts and the re-creation of every znode. A znode's sequence number alone does not: it restarts at 0 with
 * a new parent and sticks at 2147483647 (see {@code docs/adr/0002-token-is-the-zxid-of-the-pass.md}).
 *
 * <p>All its forms keep the order: {@link #asLong()} for a BIGINT column, {@link #toString()} as text of fixed width,
 * {@link #toBytes()} as twelve bytes, and {@link #compareTo} itself.
 *
 * @param zxid the id of the transaction that passed the baton, positive
 * @param sequence the sequence number of the holder's znode; it tells people who it was and breaks no ties in practice,
 *     as one transaction passes one baton
 */
public record FencingToken(long zxid, int sequence) implements Comparable<FencingToken>, Serializable {

    private static final int BYTES = Long.BYTES + Integer.BYTES;
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{16})-([0-9]{10})");

    /**
     * Makes a token of its parts.
     *
     * @throws IllegalArgumentException if the zxid is not positive or the sequence number negative
     */
    public FencingToken {
        if (zxid <= 0) {
            throw new IllegalArgumentException("the zxid of a token must be positive, but is " + zxid);
        }
        if (sequence < 0) {
            throw new IllegalArgumentException("the sequence number of a token must not be negative, but is " + sequence
                    + ": the counter of the election's path has overflowed, move to a fresh path");
        }
    }

    /**
     * Reads the text that {@link #toString()} writes.
     *
     * @param text 16 hexadecimal digits in lower case, a hyphen, 10 decimal digits
     * @return the token
     * @throws IllegalArgumentException if the text has another form, with the text in the message
     */
    public static FencingToken parse(String text) {
        Matcher matcher = TEXT.matcher(Objects.requireNonNull(text, "the text of a token"));
        if (!matcher.matches()) {
            throw malformed(text, "expected 16 hexadecimal digits, a hyphen and 10 decimal digits", null);
        }
        try {
            return new FencingToken(Long.parseLong(matcher.group(1), 16), Integer.parseInt(matcher.group(2)));
        } catch (IllegalArgumentException outOfRange) {
            throw malformed(text, "a part is out of range", outOfRange);
        }
    }

    /**
     * Reads the bytes that {@link #toBytes()} writes.
     *
     * @param bytes twelve of them
     * @return the token
     * @throws IllegalArgumentException if they are more or fewer, or a part is out of range, with the bytes in the message
     */
    public static FencingToken ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw malformed(
                    HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 2 * BYTES)),
                    "expected " + BYTES + " bytes, not " + bytes.length,
                    null);
        }
        ByteBuffer parts = ByteBuffer.wrap(bytes);
        try {
            return new FencingToken(parts.getLong(), parts.getInt());
        } catch (IllegalArgumentException outOfRange) {
            throw malformed(HexFormat.of().formatHex(bytes), "a part is out of range", outOfRange);
        }
    }

    private static IllegalArgumentException malformed(
            String text, String why, @org.jspecify.annotations.Nullable Exception cause) {
        return new IllegalArgumentException("'" + text + "' is no fencing token: " + why, cause);
    }

    /**
     * The token as one number that grows from term to term and fits a BIGINT.
     *
     * @return the zxid
     */
    public long asLong() {
        return zxid;
    }

    /**
     * The token as bytes whose unsigned order is the tokens' order, as key-value stores compare keys.
     *
     * @return twelve bytes, the highest first: eight of the zxid, four of the sequence number
     */
    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(zxid).putInt(sequence).array();
    }

    /** Orders by zxid, then by sequence number. */
    @Override
    public int compareTo(FencingToken other) {
        int byZxid = Long.compare(zxid, other.zxid);
        return byZxid != 0 ? byZxid : Integer.compare(sequence, other.sequence);
    }

    /**
     * The token as text of fixed width whose alphabetical order is the tokens' order.
     *
     * @return for example {@code 0000000300000012-0000000007}
     */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%016x-%010d", zxid, sequence);
    }
}
