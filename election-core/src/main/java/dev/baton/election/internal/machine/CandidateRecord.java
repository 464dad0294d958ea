package dev.baton.election.internal.machine;

import java.time.Instant;
import java.util.List;

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

    /** The id in a candidate's znode, or a question mark if the znode does not say. */
    public static String idOf(byte[] data) {
        return Lines.decode(data).first("candidate").orElse("?");
    }

    /** The user's bytes in a candidate's znode. */
    public static byte[] payloadOf(byte[] data) {
        return Lines.decode(data).payload();
    }
}
