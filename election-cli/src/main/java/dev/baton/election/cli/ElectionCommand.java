package dev.baton.election.cli;

import dev.baton.election.ElectionOperator;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command about one election. */
abstract class ElectionCommand implements Callable<Integer> {

    @Mixin
    private EnsembleOptions ensemble = new EnsembleOptions();

    @Parameters(paramLabel = "ELECTION", description = "The election's path, such as /billing/leader.")
    private String election = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (CuratorFramework client = ensemble.open()) {
            return on(client, ElectionOperator.of(client, election));
        }
    }

    /** Does it, and says with which code to exit. */
    abstract int on(CuratorFramework client, ElectionOperator operator) throws Exception;

    String election() {
        return election;
    }

    PrintWriter out() {
        return spec().commandLine().getOut();
    }

    PrintWriter err() {
        return spec().commandLine().getErr();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("picocli has not filled the command in");
        }
        return spec;
    }
}
