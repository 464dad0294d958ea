package dev.baton.integration.candidate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.baton.election.FencingToken;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Objects;

/** Writes sightings as lines of JSON, and reads them back. */
public final class Journal {
    private static final ObjectMapper JSON = mapper();

    private final String candidate;
    private final PrintStream out;

    /**
     * Opens a journal.
     *
     * @param candidate who writes it
     * @param out where to; each line is flushed, as the process may be killed at any time
     */
    public Journal(String candidate, PrintStream out) {
        this.candidate = Objects.requireNonNull(candidate);
        this.out = Objects.requireNonNull(out);
    }

    /** Adds a line. */
    public void add(Sighting sighting) {
        try {
            String line =
                    JSON.writeValueAsString(new Line(candidate, Instant.now().toString(), sighting));
            synchronized (out) {
                out.println(line);
                out.flush();
            }
        } catch (JsonProcessingException unwritable) {
            throw new IllegalStateException("cannot write " + sighting, unwritable);
        }
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is none of a journal
     */
    public static Line parse(String line) {
        try {
            return JSON.readValue(line, Line.class);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException("no line of a journal: " + line, malformed);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule tokens = new SimpleModule();
        tokens.addSerializer(FencingToken.class, ToStringSerializer.instance);
        tokens.addDeserializer(FencingToken.class, new TokenReader());
        return new ObjectMapper().registerModule(tokens);
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
     * @param candidate who wrote it
     * @param wall when, for people only
     * @param sighting what it tells
     */
    public record Line(String candidate, String wall, Sighting sighting) {}
}
