package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole elections as text, in {@code src/test/resources/transcripts}: a few commands, each followed by everything that
 * the candidates heard and did. {@code -Dtranscripts.update=true} writes them anew; read the difference before you
 * commit it.
 */
class TranscriptTest {

    private static final Path FOLDER = Path.of("src/test/resources/transcripts");

    static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(each -> each.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void anElectionGoesAsItIsWrittenDown(Path script) throws IOException {
        Transcript transcript = Transcript.of(Files.readAllLines(script));
        if (Boolean.getBoolean("transcripts.update")) {
            Files.writeString(script, transcript.text());
        }
        assertThat(transcript.text()).isEqualTo(Files.readString(script));
        assertThat(transcript.scene().orphans())
                .as("znodes that nobody knows as its own")
                .isEmpty();
        assertThat(transcript.tokens()).as("tokens, R5").isNotEmpty();
        for (int i = 1; i < transcript.tokens().size(); i++) {
            assertThat(transcript.tokens().get(i))
                    .as("tokens grow, R5")
                    .isGreaterThan(transcript.tokens().get(i - 1));
        }
    }

    @Test
    void thereAreTranscriptsOfEveryWayThatATermEnds() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path script : scripts()) {
            all.append(Files.readString(script));
        }
        for (Ending ending : Ending.values()) {
            assertThat(all).contains("End " + ending);
        }
    }
}
