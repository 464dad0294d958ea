package dev.baton.election.internal.machine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Text that a person can read in zkCli: {@code key: value} lines in UTF-8, then a blank line and the payload as it is.
 *
 * @param fields keys and values, in order; a key may come more than once
 * @param payload what follows the blank line
 */
record Lines(List<Field> fields, byte[] payload) {

    /** One line. */
    record Field(String key, String value) {}

    Optional<String> first(String key) {
        return all(key).stream().findFirst();
    }

    List<String> all(String key) {
        return fields.stream()
                .filter(field -> field.key().equals(key))
                .map(Field::value)
                .toList();
    }

    byte[] encode() {
        StringBuilder text = new StringBuilder();
        for (Field field : fields) {
            text.append(field.key()).append(": ").append(field.value()).append('\n');
        }
        byte[] head = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(head, head.length + payload.length);
        System.arraycopy(payload, 0, whole, head.length, payload.length);
        return whole;
    }

    /** Reads what {@link #encode()} wrote; lines that are no fields are passed over. */
    static Lines decode(byte[] data) {
        int blank = blankLine(data);
        List<Field> fields = new ArrayList<>();
        for (String line : new String(data, 0, blank, StandardCharsets.UTF_8).split("\n")) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                fields.add(new Field(line.substring(0, colon), line.substring(colon + 2)));
            }
        }
        byte[] payload = Arrays.copyOfRange(data, Math.min(blank + 2, data.length), data.length);
        return new Lines(fields, payload);
    }

    /** Where the first of two line feeds in a row stands, or the end. */
    private static int blankLine(byte[] data) {
        for (int i = 0; i + 1 < data.length; i++) {
            if (data[i] == '\n' && data[i + 1] == '\n') {
                return i;
            }
        }
        return data.length;
    }
}
