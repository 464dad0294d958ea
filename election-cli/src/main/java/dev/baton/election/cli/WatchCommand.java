package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import dev.baton.election.Leader;
import dev.baton.election.LeaderObserver;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints every change of the leader. */
@Command(
        name = "watch",
        description = "Print a line for the leader now and for every change, until interrupted.",
        mixinStandardHelpOptions = true)
final class WatchCommand extends ElectionCommand {

    private enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, or json for one document a line. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Option(names = "--changes", paramLabel = "N", description = "End after N lines.")
    private long changes = Long.MAX_VALUE;

    @Override
    int on(CuratorFramework client, ElectionOperator operator) throws Exception {
        operator.read(); // what cannot be read is said at once, rather than never
        BlockingQueue<Optional<Leader>> news = new LinkedBlockingQueue<>();
        try (LeaderObserver observer = LeaderObserver.start(client, election())) {
            observer.onChange(news::add);
            for (long told = 0; told < changes; told++) {
                Optional<Leader> leader = news.take();
                out().println(format == Format.JSON ? json(leader) : text(leader));
                out().flush();
                if (out().checkError()) {
                    return ExitCode.OK; // nobody reads it any more
                }
            }
        }
        return ExitCode.OK;
    }

    private String json(Optional<Leader> leader) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("at", Documents.time(Instant.now()));
        map.put("election", election());
        map.put("leader", leader.map(Documents::of).orElse(null));
        return OutputOptions.line(map);
    }

    private static String text(Optional<Leader> leader) {
        return Documents.time(Instant.now()) + "  "
                + leader.map(found -> found.candidateId() + "  token " + found.token())
                        .orElse("nobody leads");
    }
}
