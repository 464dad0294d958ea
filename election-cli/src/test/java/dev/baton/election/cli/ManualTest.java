package dev.baton.election.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** {@code docs/cli.md} says of every command what the command says of itself; {@code -Dmanual.update=true} writes it anew. */
class ManualTest {

    private static final Path FILE = Path.of("..", "docs", "cli.md");
    private static final String BEGIN = "<!-- commands: begin, written by ManualTest with -Dmanual.update=true -->";
    private static final String END = "<!-- commands: end -->";

    @Test
    void describesEveryCommandAsItIs() throws IOException {
        String file = Files.readString(FILE);
        int begin = file.indexOf(BEGIN);
        int end = file.indexOf(END);
        assertThat(begin).as("where the commands' descriptions begin").isNotNegative();
        assertThat(end).as("where they end").isGreaterThan(begin);
        String current =
                file.substring(0, begin) + BEGIN + "\n\n" + commands() + END + file.substring(end + END.length());
        if (Boolean.getBoolean("manual.update")) {
            Files.writeString(FILE, current);
        }
        assertThat(Files.readString(FILE)).isEqualTo(current);
    }

    private static String commands() {
        CommandLine root = Baton.commandLine();
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, CommandLine> each : root.getSubcommands().entrySet()) {
            describe("baton " + each.getKey(), each.getValue(), text);
        }
        return text.toString();
    }

    private static void describe(String name, CommandLine command, StringBuilder text) {
        command.setUsageHelpAutoWidth(false);
        command.setUsageHelpWidth(100);
        String usage = command.getUsageMessage(Help.Ansi.OFF).stripTrailing();
        text.append("### ").append(name).append("\n\n```\n").append(usage).append("\n```\n\n");
        for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
            describe(name + " " + each.getKey(), each.getValue(), text);
        }
    }
}
