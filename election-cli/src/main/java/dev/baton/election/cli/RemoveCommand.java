package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;

/** Deletes an election. */
@Command(
        name = "remove",
        description = "Delete an election in which nobody stands. Refused while anybody does.",
        mixinStandardHelpOptions = true)
final class RemoveCommand extends ElectionCommand {

    @Override
    int on(CuratorFramework client, ElectionOperator operator) {
        if (!operator.remove()) {
            err().println("baton: there is no election at " + election());
        }
        return ExitCode.OK;
    }
}
