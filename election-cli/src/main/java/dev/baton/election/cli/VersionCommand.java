package dev.baton.election.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints versions. */
@Command(
        name = "version",
        description = "Print the versions of Baton, of the ZooKeeper client in it, and of Java.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        java.io.PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(new Baton.Version().getVersion()[0]);
        out.println("ZooKeeper client " + org.apache.zookeeper.Version.getVersion());
        out.println("Java " + Runtime.version() + ", " + System.getProperty("java.vm.name"));
    }
}
