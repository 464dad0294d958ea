package dev.baton.election.internal.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinesTest {

    private static Lines decode(String text) {
        return Lines.decode(text.getBytes(UTF_8));
    }

    @Test
    void isTextThatAPersonCanRead() {
        Lines lines = new Lines(
                List.of(new Lines.Field("format", "1"), new Lines.Field("candidate", "Zoë: the first")),
                "hello".getBytes(UTF_8));
        assertThat(new String(lines.encode(), UTF_8)).isEqualTo("format: 1\ncandidate: Zoë: the first\n\nhello");
    }

    @Test
    void aKeyMayComeMoreThanOnceAndTheOrderIsKept() {
        Lines lines = decode("past: 3\npast: 2\nhow: claimed\npast: 1\n\n");
        assertThat(lines.all("past")).containsExactly("3", "2", "1");
        assertThat(lines.first("past")).contains("3");
        assertThat(lines.first("future")).isEmpty();
    }

    @Test
    void linesThatAreNoFieldsArePassedOver() {
        assertThat(decode("# a note\n: nothing\nkey:value\nkey: value\n\n").fields())
                .containsExactly(new Lines.Field("key", "value"));
    }

    @Test
    void whatFollowsTheFirstBlankLineIsThePayloadWithItsBlankLines() {
        assertThat(decode("key: value\n\n\n\nfake: field\n\nend\n").payload())
                .isEqualTo("\n\nfake: field\n\nend\n".getBytes(UTF_8));
    }

    @Test
    void dataWithoutABlankLineHasNoPayload() {
        assertThat(decode("key: value").payload()).isEmpty();
        assertThat(decode("key: value").first("key")).contains("value");
        assertThat(decode("key: value\n").payload()).isEmpty();
        assertThat(decode("").fields()).isEmpty();
        assertThat(decode("").payload()).isEmpty();
    }

    @Test
    void everythingThatIsWrittenIsReadAgain() {
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            List<Lines.Field> fields = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                fields.add(new Lines.Field("key" + random.nextInt(3), value(random)));
            }
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            for (int i = 0; i < payload.length; i += 1 + random.nextInt(3)) {
                payload[i] = '\n';
            }
            Lines read = Lines.decode(new Lines(fields, payload).encode());
            assertThat(read.fields()).as("seed " + seed).isEqualTo(fields);
            assertThat(read.payload()).as("seed " + seed).isEqualTo(payload);
        }
    }

    /** One line of anything, colons and other alphabets too. */
    static String value(Random random) {
        return random.ints(random.nextInt(12), 0, 0x10000)
                .map(c -> Character.isISOControl(c) || Character.isSurrogate((char) c) ? ':' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .append(random.nextInt(4) == 0 ? ": " : "")
                .toString();
    }

    @Test
    void noDataAtAllIsRefused() {
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            byte[] data = new byte[random.nextInt(60)];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (random.nextBoolean() ? ": \n".charAt(random.nextInt(3)) : random.nextInt());
            }
            assertThat(Lines.decode(data).payload().length).as("seed " + seed).isLessThanOrEqualTo(data.length);
            assertThat(BatonRecord.decode(data).holder()).as("seed " + seed).isEmpty();
        }
    }
}
