package dev.baton.election.cli;

import dev.baton.election.Candidate;
import dev.baton.election.ElectionOperator;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a candidate's znode. */
@Command(
        name = "evict",
        description = "Delete a candidate's znode. It stands again at the back of the queue, if it is alive.",
        mixinStandardHelpOptions = true)
final class EvictCommand extends ElectionCommand {

    @Parameters(index = "1", paramLabel = "ID", description = "The candidate's id, or the name of its znode.")
    private String id = "";

    @Option(
            names = "--force",
            description =
                    "Evict the leader, too. It is fenced at once, but until it hears of it two may believe that they"
                            + " lead: prefer 'baton pass'.")
    private boolean force;

    @Override
    int on(CuratorFramework client, ElectionOperator operator) {
        List<Candidate> found = operator.read().candidates().stream()
                .filter(each -> each.id().equals(id) || each.znode().equals(id))
                .toList();
        if (found.isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, "nobody stands as " + id + " in " + election());
        }
        if (found.size() > 1) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    found.size() + " candidates stand as " + id + " in " + election() + ": name one by its znode, of "
                            + found.stream().map(Candidate::znode).toList());
        }
        Candidate victim = found.get(0);
        if (victim.holder() && !force) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    id + " leads " + election() + ". 'baton pass' moves the baton without a moment of two leaders;"
                            + " --force evicts it all the same");
        }
        if (!operator.evict(victim)) {
            err().println("baton: " + id + " had left already");
        }
        return ExitCode.OK;
    }
}
