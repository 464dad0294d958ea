package dev.baton.election.cli;

import dev.baton.election.Candidate;
import dev.baton.election.ElectionOperator;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks the leader to hand over. */
@Command(
        name = "pass",
        description = "Ask the leader to pass the baton to another candidate, and wait until that one holds it.",
        mixinStandardHelpOptions = true)
final class PassCommand extends ElectionCommand {

    private static final long LOOK_AGAIN_MILLIS = 100;

    @Option(names = "--to", paramLabel = "ID", required = true, description = "The candidate that is to lead.")
    private String to = "";

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How long to wait: the leader lets its work finish first. Default: ${DEFAULT-VALUE}.")
    private Duration wait = Duration.ofSeconds(30);

    @Override
    int on(CuratorFramework client, ElectionOperator operator) throws Exception {
        long end = System.nanoTime() + wait.toNanos();
        Candidate heir = operator.askToPass(to);
        while (true) {
            boolean holds = operator.read().candidates().stream()
                    .anyMatch(each -> each.holder() && each.znode().equals(heir.znode()));
            if (holds) {
                out().println(to);
                return ExitCode.OK;
            }
            if (System.nanoTime() - end >= 0) {
                err().println("baton: the leader was asked, but " + to + " does not lead " + election() + " after "
                        + Durations.show(wait) + "; it may still come to that");
                return ExitCode.WAITED_IN_VAIN;
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
    }
}
