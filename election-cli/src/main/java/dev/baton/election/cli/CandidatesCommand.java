package dev.baton.election.cli;

import dev.baton.election.Candidate;
import dev.baton.election.ElectionOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints who stands. */
@Command(
        name = "candidates",
        description = "Print who stands, first in line first, and whom each waits for.",
        mixinStandardHelpOptions = true)
final class CandidatesCommand extends ElectionCommand {

    private static final List<Report.Column> COLUMNS = List.of(
            Report.Column.of("ID"),
            Report.Column.of("POSITION"),
            Report.Column.of("WAITS FOR"),
            Report.Column.of("PRIORITY"),
            Report.Column.of("STANDS FOR"),
            Report.Column.wide("HOST"),
            Report.Column.wide("PID"),
            Report.Column.wide("SESSION"),
            Report.Column.wide("ZNODE"));

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    int on(CuratorFramework client, ElectionOperator operator) {
        List<Candidate> candidates = operator.read().candidates();
        output.print(
                new Report(
                        COLUMNS,
                        rows(candidates),
                        candidates.stream().map(Documents::of).toList()),
                out());
        return ExitCode.OK;
    }

    private static List<List<String>> rows(List<Candidate> candidates) {
        Optional<String> holder =
                candidates.stream().filter(Candidate::holder).map(Candidate::id).findFirst();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate each = candidates.get(i);
            String ahead =
                    i == 0 ? holder.orElse("the baton") : candidates.get(i - 1).id();
            rows.add(List.of(
                    each.id(),
                    Integer.toString(i),
                    each.holder() ? "- (leads)" : ahead,
                    Integer.toString(each.priority()),
                    Documents.ago(each.started()),
                    each.host(),
                    Long.toString(each.pid()),
                    Documents.session(each),
                    each.znode()));
        }
        return rows;
    }
}
