package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ContainerNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/** What is done to the networks of containers. */
final class DockerNetwork {
    private DockerNetwork() {}

    /** Takes a container off a network: no packet reaches it or leaves it there. */
    static void leave(Network network, String container) {
        client().disconnectFromNetworkCmd()
                .withNetworkId(network.getId())
                .withContainerId(container)
                .withForce(true)
                .exec();
    }

    /** Puts a container onto a network, under these names. */
    static void join(Network network, String container, List<String> names) {
        client().connectToNetworkCmd()
                .withNetworkId(network.getId())
                .withContainerId(container)
                .withContainerNetwork(new ContainerNetwork().withAliases(names))
                .exec();
    }

    /** Whether this process may change the packet filter of containers: as root, on the engine's own machine. */
    static boolean canFilter(String container) {
        return run(filter(container, List.of("-L", "-n"))) == 0;
    }

    /** Adds a rule to the packet filter of a container's network. */
    static void addRule(String container, String... rule) {
        List<String> command = new ArrayList<>(List.of("-A"));
        command.addAll(List.of(rule));
        mustRun(filter(container, command));
    }

    /** Removes all rules from the packet filter of a container's network. */
    static void removeRules(String container) {
        mustRun(filter(container, List.of("-F")));
    }

    private static List<String> filter(String container, List<String> arguments) {
        Long pid = client().inspectContainerCmd(container).exec().getState().getPidLong();
        List<String> command = new ArrayList<>(List.of("nsenter", "-t", Long.toString(pid), "-n", "iptables", "-w"));
        command.addAll(arguments);
        return command;
    }

    private static void mustRun(List<String> command) {
        int status = run(command);
        if (status != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with status " + status);
        }
    }

    private static int run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                System.out.println(String.join(" ", command) + ": " + said);
            }
            return status;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + command, interrupted);
        }
    }

    private static DockerClient client() {
        return DockerClientFactory.lazyClient();
    }
}
