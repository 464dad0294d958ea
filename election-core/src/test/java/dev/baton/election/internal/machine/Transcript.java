package dev.baton.election.internal.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a script of {@link Scene}'s commands and writes down everything that the candidates heard and did. */
final class Transcript {

    private final Scene scene = new Scene(this::saw);
    private final StringBuilder out = new StringBuilder();
    private final List<Long> tokens = new ArrayList<>();
    private boolean quiet;

    /** The script, and after each of its commands what follows from it; after one with {@code >>} nothing is written. */
    static Transcript of(List<String> script) {
        Transcript transcript = new Transcript();
        boolean blank = false;
        for (String line : script) {
            if (line.startsWith(">")) {
                transcript.say(line);
                transcript.quiet = line.startsWith(">>");
                transcript.scene.command(line.replaceFirst(">+", "").strip());
                transcript.conclude();
                blank = false;
            } else if (line.startsWith("#") || line.isBlank() && !blank) {
                transcript.say(line);
                blank = line.isBlank();
            }
        }
        return transcript;
    }

    String text() {
        return out.toString();
    }

    Scene scene() {
        return scene;
    }

    /** The tokens of all terms, in the order in which they began. */
    List<Long> tokens() {
        return tokens;
    }

    private void say(String line) {
        out.append(line.stripTrailing()).append('\n');
    }

    private void conclude() {
        if (!quiet) {
            say("= " + summary());
        }
    }

    private void saw(SimulatedCandidate who, State before, Event event, Step step) {
        if (!quiet) {
            write(who, before, event, step);
        }
        check(step);
    }

    private void write(SimulatedCandidate who, State before, Event event, Step step) {
        say(String.format("%s %-9s %s", who.name, before.phase(), Narration.of((Record) event)));
        if (!step.actions().isEmpty()) {
            say("            -> "
                    + step.actions().stream()
                            .map(action -> Narration.of((Record) action))
                            .collect(Collectors.joining("; ")));
        }
    }

    private void check(Step step) {
        step.actions().forEach(action -> {
            if (action instanceof Action.Begin begin) {
                tokens.add(begin.zxid());
            }
        });
        if (scene.leaders().size() > 1) {
            throw new IllegalStateException("two leaders, " + scene.leaders() + ":\n" + out);
        }
    }

    private String summary() {
        String baton = scene.zooKeeper()
                .read(SimulatedPlace.BATON)
                .map(znode -> "v" + znode.version() + " of "
                        + BatonRecord.decode(znode.data())
                                .holder()
                                .map(holder -> Narration.znode(holder.znode()))
                                .orElse("nobody"))
                .orElse("missing");
        String phases = scene.candidates().stream()
                .map(each -> each.name + " " + each.state().phase())
                .collect(Collectors.joining(", "));
        return "baton " + baton + "; queue " + Narration.queue(scene.zooKeeper().children(SimulatedPlace.CANDIDATES))
                + (phases.isEmpty() ? "" : "; " + phases);
    }
}
