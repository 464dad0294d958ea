package dev.baton.election.internal.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CandidateRecordTest {

    private static CandidateRecord record(String id, byte[] payload) {
        return new CandidateRecord(id, 0, "host-1", 4711, Instant.parse("2026-05-04T12:00:00Z"), payload);
    }

    @Test
    void isTextThatAPersonCanRead() {
        assertThat(new String(record("billing-7", "http://a:1".getBytes(UTF_8)).encode(), UTF_8))
                .isEqualTo("""
                format: 1
                candidate: billing-7
                priority: 0
                host: host-1
                pid: 4711
                started: 2026-05-04T12:00:00Z

                http://a:1""");
    }

    @Test
    void idAndPayloadSurviveWhateverTheyAre() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            String id = "x" + LinesTest.value(random);
            byte[] payload = new byte[random.nextInt(30)];
            random.nextBytes(payload);
            if (payload.length > 1) {
                payload[0] = '\n';
                payload[payload.length - 1] = '\n';
            }
            byte[] data = record(id, payload).encode();
            assertThat(CandidateRecord.idOf(data)).as("seed " + seed).isEqualTo(id);
            assertThat(CandidateRecord.payloadOf(data)).as("seed " + seed).isEqualTo(payload);
        }
    }

    @Test
    void aPayloadThatLooksLikeAFieldIsNone() {
        byte[] data = record("ann", "candidate: mallory\n\n".getBytes(UTF_8)).encode();
        assertThat(CandidateRecord.idOf(data)).isEqualTo("ann");
    }

    @Test
    void spoiledDataHasNoNameAndNoPayload() {
        assertThat(CandidateRecord.idOf("hello".getBytes(UTF_8))).isEqualTo("?");
        assertThat(CandidateRecord.idOf(new byte[0])).isEqualTo("?");
        assertThat(CandidateRecord.payloadOf("hello".getBytes(UTF_8))).isEmpty();
    }
}
