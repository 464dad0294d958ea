package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import dev.baton.election.ElectionSnapshot;
import dev.baton.election.PastTerm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints who led before. */
@Command(
        name = "history",
        description = "Print the terms that the baton remembers, newest first: this one and up to 16 before it.",
        mixinStandardHelpOptions = true)
final class HistoryCommand extends ElectionCommand {

    private static final List<Report.Column> COLUMNS = List.of(
            Report.Column.of("ID"),
            Report.Column.of("TOKEN"),
            Report.Column.of("SINCE"),
            Report.Column.of("LASTED"),
            Report.Column.of("ENDED"));

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    int on(CuratorFramework client, ElectionOperator operator) {
        ElectionSnapshot election = operator.read();
        List<List<String>> rows = new ArrayList<>();
        List<Object> documents = new ArrayList<>();
        election.leader().ifPresent(leader -> {
            rows.add(List.of(
                    leader.candidateId(),
                    leader.token().toString(),
                    Documents.time(leader.since()),
                    Documents.ago(leader.since()),
                    "- (leads)"));
            documents.add(Documents.of(leader));
        });
        for (PastTerm term : election.history()) {
            rows.add(List.of(
                    term.candidateId(),
                    term.token().toString(),
                    Documents.time(term.since()),
                    Durations.show(Duration.between(term.since(), term.until())),
                    Documents.ended(term)));
            documents.add(Documents.of(term));
        }
        output.print(new Report(COLUMNS, rows, documents), out());
        return ExitCode.OK;
    }
}
