package dev.baton.integration.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.baton.election.FencingToken;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Objects;

/**
 * Writes sightings as lines of JSON, and reads them back.
 *
 * <p>Thread-safe.
 */
public final class Journal {
    private static final ObjectMapper JSON = mapper();

    private final String by;
    private final PrintStream out;

    /**
     * Opens a journal.
     *
     * @param by who writes it: a candidate's id, or the name of what does the faults
     * @param out where to; each line is flushed, as the process may be killed at any time
     */
    public Journal(String by, PrintStream out) {
        this.by = Objects.requireNonNull(by);
        this.out = Objects.requireNonNull(out);
    }

    /** Adds a line. */
    public void add(Sighting sighting) {
        String line = format(new Line(by, Instant.now().toString(), sighting));
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /** The text of a line. */
    public static String format(Line line) {
        try {
            return JSON.writeValueAsString(line);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalStateException("cannot write " + line, unwritable);
        }
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is none of a journal, with the reason
     */
    public static Line parse(String text) {
        try {
            Line line = JSON.readValue(text, Line.class);
            if (line == null) {
                throw new IllegalArgumentException("no line of a journal, but null");
            }
            return line;
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException("no line of a journal: " + malformed.getOriginalMessage(), malformed);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule tokens = new SimpleModule();
        tokens.addSerializer(FencingToken.class, ToStringSerializer.instance);
        tokens.addDeserializer(FencingToken.class, new TokenReader());
        return JsonMapper.builder()
                .addModule(tokens)
                .enable(
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    private static final class TokenReader extends FromStringDeserializer<FencingToken> {
        private static final long serialVersionUID = 1L;

        private TokenReader() {
            super(FencingToken.class);
        }

        @Override
        protected FencingToken _deserialize(String text, DeserializationContext context) {
            return FencingToken.parse(text);
        }
    }

    /**
     * A line of a journal.
     *
     * @param by who wrote it
     * @param wall when, for people only
     * @param sighting what it tells
     */
    public record Line(String by, String wall, Sighting sighting) {}
}
