package dev.baton.election.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a completion script. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh: source <(baton completion).",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec root = Objects.requireNonNull(spec).root();
        Objects.requireNonNull(spec).commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
        Objects.requireNonNull(spec).commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
