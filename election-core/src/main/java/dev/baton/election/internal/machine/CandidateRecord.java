package dev.baton.election.internal.machine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a candidate writes into its own znode.
 *
 * @param candidateId the id that it stands under
 * @param priority how much it wants to lead
 * @param host the machine it runs on, for people
 * @param pid its process, for people
 * @param started when it began to stand, for people
 * @param payload the user's bytes
 */
public record CandidateRecord(
        String candidateId, int priority, String host, long pid, Instant started, byte[] payload) {

    private static final String HEIR = "pass-to";

    /** The same candidate with another payload. */
    public CandidateRecord withPayload(byte[] bytes) {
        return new CandidateRecord(candidateId, priority, host, pid, started, bytes);
    }

    /** As the bytes of the znode. */
    public byte[] encode() {
        return new Lines(
                        List.of(
                                new Lines.Field("format", "1"),
                                new Lines.Field("candidate", candidateId),
                                new Lines.Field("priority", Integer.toString(priority)),
                                new Lines.Field("host", host),
                                new Lines.Field("pid", Long.toString(pid)),
                                new Lines.Field("started", started.toString())),
                        payload)
                .encode();
    }

    /** The bytes of a holder's znode, and in them that an operator wants the baton passed to the candidate named. */
    public static byte[] withHeir(byte[] data, String znode) {
        Lines lines = Lines.decode(data);
        List<Lines.Field> fields = new ArrayList<>(lines.fields());
        fields.removeIf(field -> field.key().equals(HEIR));
        fields.add(new Lines.Field(HEIR, znode));
        return new Lines(fields, lines.payload()).encode();
    }

    /** Whom an operator wants the baton passed to, as the holder's znode says. */
    public static Optional<String> heirOf(byte[] data) {
        return Lines.decode(data).first(HEIR);
    }

    /**
     * Reads the bytes of a candidate's znode.
     *
     * <p>Never refuses: what is missing or spoiled is left blank, as it is for people.
     */
    public static CandidateRecord decode(byte[] data) {
        Lines lines = Lines.decode(data);
        return new CandidateRecord(
                idOf(data),
                number(lines, "priority").map(Long::intValue).orElse(0),
                lines.first("host").orElse("?"),
                number(lines, "pid").orElse(0L),
                lines.first("started").flatMap(BatonRecord::instant).orElse(Instant.EPOCH),
                lines.payload());
    }

    private static Optional<Long> number(Lines lines, String key) {
        try {
            return lines.first(key).map(Long::parseLong);
        } catch (NumberFormatException spoiled) {
            return Optional.empty();
        }
    }

    /** The id in a candidate's znode, or a question mark if the znode does not say. */
    public static String idOf(byte[] data) {
        return Lines.decode(data).first("candidate").orElse("?");
    }

    /** The user's bytes in a candidate's znode. */
    public static byte[] payloadOf(byte[] data) {
        return Lines.decode(data).payload();
    }
}
