package dev.baton.election.internal.machine;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Events and actions in short words: {@code b1#3} is the znode of b's first join, with the sequence number 3. */
final class Narration {

    private static final Pattern ZNODE = Pattern.compile("c-([0-9a-f])\\1{15}\\.([0-9a-z]+)(?:\\.p[0-9]+)?-0*([0-9]+)");
    private static final Pattern INSTANCE = Pattern.compile("([0-9a-f])\\1{15}\\.([0-9a-z]+)");

    private static final Set<String> UNSAID = Set.of("round", "attempt");

    private Narration() {}

    static String of(Record said) {
        if (said instanceof Event.Seen seen) {
            return "Seen " + (seen.ownThere() ? "own there" : "own gone") + ", baton "
                    + seen.baton().map(Narration::word).orElse("missing") + ", queue " + queue(seen.children());
        }
        List<String> words = new ArrayList<>(List.of(said.getClass().getSimpleName()));
        for (RecordComponent component : said.getClass().getRecordComponents()) {
            if (!UNSAID.contains(component.getName())) {
                Object value = valueOf(said, component);
                if (!value.equals(Optional.empty()) || said instanceof Event) {
                    words.add(labelled(component.getName(), value));
                }
            }
        }
        return String.join(" ", words);
    }

    private static Object valueOf(Record said, RecordComponent component) {
        try {
            return component.getAccessor().invoke(said);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String labelled(String label, Object value) {
        Object given = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (given == null) {
            return "nothing";
        }
        return switch (label) {
            case "zxid" -> "token " + given;
            case "version", "batonVersion" -> "v" + given;
            case "there" -> given.equals(true) ? "there" : "not there";
            case "seen" -> "baton " + word(given);
            case "successor" -> "to " + word(given);
            default -> word(given);
        };
    }

    private static String word(Object value) {
        if (value instanceof Own own) {
            return znode(own.name());
        } else if (value instanceof Baton baton) {
            return "v" + baton.version() + " of "
                    + baton.holder().map(Narration::znode).orElse("nobody");
        } else if (value instanceof Event.Successor successor) {
            return znode(successor.znode());
        } else if (value instanceof Failure failure) {
            return failure.kind().name();
        }
        return znode(value.toString());
    }

    static String znode(String text) {
        return INSTANCE.matcher(ZNODE.matcher(text).replaceAll("$1$2#$3")).replaceAll("$1$2");
    }

    /** The znodes in the order of the queue. */
    static String queue(List<String> children) {
        List<String> words = Queue.of(children).members().stream()
                .map(member -> znode(member.text()))
                .toList();
        return words.isEmpty() ? "empty" : String.join(" ", words);
    }
}
