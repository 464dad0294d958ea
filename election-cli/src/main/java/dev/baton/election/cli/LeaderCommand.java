package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import dev.baton.election.Leader;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints who leads. */
@Command(
        name = "leader",
        description = "Print the id of the leader. Exits with 3 if nobody leads.",
        mixinStandardHelpOptions = true)
final class LeaderCommand extends ElectionCommand {

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    int on(CuratorFramework client, ElectionOperator operator) {
        Optional<Leader> leader = operator.read().leader();
        if (leader.isEmpty()) {
            err().println("baton: nobody leads " + election());
            return ExitCode.NO_LEADER;
        }
        Leader found = leader.get();
        if (output.format() == OutputOptions.Format.TABLE) {
            out().println(found.candidateId()); // for scripts: the id and nothing else
            return ExitCode.OK;
        }
        output.print(
                new Report(
                        List.of(Report.Column.of("LEADER"), Report.Column.of("TOKEN"), Report.Column.of("SINCE")),
                        List.of(List.of(found.candidateId(), found.token().toString(), Documents.time(found.since()))),
                        Documents.of(found)),
                out());
        return ExitCode.OK;
    }
}
