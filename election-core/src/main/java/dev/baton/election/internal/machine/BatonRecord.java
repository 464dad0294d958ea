package dev.baton.election.internal.machine;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the baton says: who holds it, since when, and who did before.
 *
 * @param holder who holds it; empty before the first claim, and when the data cannot be read
 * @param how how the holder came by it: claimed or passed
 * @param since when, by the wall clock of the one who wrote it; for people only
 * @param past the terms before, newest first
 */
public record BatonRecord(Optional<Holder> holder, String how, Instant since, List<PastTerm> past) {

    /** The baton of an election that nobody has led yet. */
    public static final BatonRecord BLANK = new BatonRecord(Optional.empty(), "created", Instant.EPOCH, List.of());

    /** The last candidate found gone by the one that claimed. */
    public static final String CLAIMED = "claimed";

    /** The last holder handed over. */
    public static final String PASSED = "passed";

    private static final int HISTORY = 16;

    /**
     * One who holds the baton.
     *
     * @param znode the name of its znode
     * @param candidateId its id
     * @param sequence the sequence number of its znode
     */
    public record Holder(String znode, String candidateId, int sequence) {}

    /**
     * A term that is over.
     *
     * @param zxid its token
     * @param sequence the sequence number of its holder
     * @param since when it began
     * @param until when the next one began
     * @param next how the next one came by the baton
     * @param candidateId the id of its holder
     */
    public record PastTerm(long zxid, int sequence, Instant since, Instant until, String next, String candidateId) {

        String encode() {
            return String.join(
                    " ",
                    Long.toHexString(zxid),
                    Integer.toString(sequence),
                    since.toString(),
                    until.toString(),
                    next,
                    candidateId);
        }

        static Stream<PastTerm> decode(String text) {
            String[] parts = text.split(" ", 6);
            try {
                return Stream.of(new PastTerm(
                        Long.parseLong(parts[0], 16),
                        Integer.parseInt(parts[1]),
                        Instant.parse(parts[2]),
                        Instant.parse(parts[3]),
                        parts[4],
                        parts[5]));
            } catch (NumberFormatException | DateTimeException | ArrayIndexOutOfBoundsException unreadable) {
                return Stream.empty(); // history is for people: a line that somebody spoiled is left out
            }
        }
    }

    /**
     * The record of the next term.
     *
     * @param next who holds the baton from now on
     * @param how {@link #CLAIMED} or {@link #PASSED}
     * @param now the wall clock
     * @param zxid the token of the term that this one follows
     */
    public BatonRecord follow(Holder next, String how, Instant now, long zxid) {
        List<PastTerm> history = new ArrayList<>();
        holder.ifPresent(last -> history.add(new PastTerm(zxid, last.sequence(), since, now, how, last.candidateId())));
        past.stream().limit(HISTORY - history.size()).forEach(history::add);
        return new BatonRecord(Optional.of(next), how, now, List.copyOf(history));
    }

    /** As the bytes of the znode. */
    public byte[] encode() {
        List<Lines.Field> fields = new ArrayList<>();
        fields.add(new Lines.Field("format", "1"));
        holder.ifPresent(h -> {
            fields.add(new Lines.Field("holder", h.znode()));
            fields.add(new Lines.Field("candidate", h.candidateId()));
            fields.add(new Lines.Field("sequence", Integer.toString(h.sequence())));
        });
        fields.add(new Lines.Field("how", how));
        fields.add(new Lines.Field("since", since.toString()));
        past.forEach(term -> fields.add(new Lines.Field("past", term.encode())));
        return new Lines(fields, new byte[0]).encode();
    }

    /**
     * Reads the bytes of the znode.
     *
     * <p>Never refuses: a baton that somebody spoiled names no holder, so that the first in line can claim it.
     */
    public static BatonRecord decode(byte[] data) {
        Lines lines = Lines.decode(data);
        Optional<Holder> holder = lines.first("holder")
                .flatMap(CandidateName::parse)
                .map(name -> new Holder(name.text(), lines.first("candidate").orElse("?"), name.sequence()));
        return new BatonRecord(
                holder,
                lines.first("how").orElse("?"),
                lines.first("since").flatMap(BatonRecord::instant).orElse(Instant.EPOCH),
                lines.all("past").stream().flatMap(PastTerm::decode).toList());
    }

    static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
