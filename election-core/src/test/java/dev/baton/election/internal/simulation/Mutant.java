package dev.baton.election.internal.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A bug to be planted: other text in the source of a class.
 *
 * @param name what is wrong then
 * @param edits where
 */
record Mutant(String name, List<Edit> edits) {

    /** Another text in a source file; the first must be there exactly once. */
    record Edit(String file, String from, String to) {

        Path path() {
            return List.of("src/main/java", "src/test/java").stream()
                    .map(root -> Path.of(root, "dev/baton/election/internal", file + ".java"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no source of " + file));
        }
    }

    static Mutant of(String name, String file, String from, String to) {
        return new Mutant(name, List.of(new Edit(file, from, to)));
    }

    Mutant and(String file, String from, String to) {
        return new Mutant(name, List.of(edits.get(0), new Edit(file, from, to)));
    }

    /** The text of a file with this bug in it. */
    String source(String file) {
        try {
            String text = "";
            for (Edit edit : edits) {
                if (edit.file().equals(file)) {
                    text = text.isEmpty() ? Files.readString(edit.path(), StandardCharsets.UTF_8) : text;
                    int at = text.indexOf(edit.from());
                    if (at < 0 || text.indexOf(edit.from(), at + 1) >= 0) {
                        throw new IllegalStateException("'" + edit.from() + "' is not once in " + file
                                + ": the code has changed, so must the mutant '" + name + "'");
                    }
                    text = text.replace(edit.from(), edit.to());
                }
            }
            return text;
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read " + file, unreadable);
        }
    }
}
