package dev.baton.election.cli;

import dev.baton.election.FencingToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at tokens; asks no server. */
@Command(
        name = "token",
        description = "Compare fencing tokens, or show what is in one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TokenCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new picocli.CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing required subcommand: compare or parse");
    }

    @Command(
            name = "compare",
            description = "Print older, same or newer: what the first token is to the second.",
            mixinStandardHelpOptions = true)
    int compare(@Parameters(paramLabel = "TOKEN") String first, @Parameters(paramLabel = "OTHER") String second) {
        int order = FencingToken.parse(first).compareTo(FencingToken.parse(second));
        out().println(order < 0 ? "older" : order == 0 ? "same" : "newer");
        return ExitCode.OK;
    }

    @Command(name = "parse", description = "Show a token in all its forms.", mixinStandardHelpOptions = true)
    int parse(@Parameters(paramLabel = "TOKEN") String text, @Mixin OutputOptions output) {
        FencingToken token = FencingToken.parse(text);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("token", token.toString());
        map.put("long", token.asLong());
        map.put("zxid", "0x" + Long.toHexString(token.zxid()));
        map.put("epoch", token.zxid() >>> 32);
        map.put("counter", token.zxid() & 0xffff_ffffL);
        map.put("sequence", token.sequence());
        List<List<String>> rows = map.entrySet().stream()
                .map(entry -> List.of(entry.getKey(), entry.getValue().toString()))
                .toList();
        output.print(new Report(List.of(Report.Column.of("FORM"), Report.Column.of("VALUE")), rows, map), out());
        return ExitCode.OK;
    }

    private java.io.PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }
}
