package dev.baton.integration;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.testcontainers.DockerClientFactory;

/**
 * Everything made here carries a label that names the process it was made by, and goes when that process ends. What a
 * killed build could not remove, the next one does.
 */
final class Leftovers {
    private static final String LABEL = "dev.baton.made-by";
    private static final String OWN = nameOf(ProcessHandle.current());

    private Leftovers() {}

    /** The label of what this process makes. */
    static Map<String, String> label() {
        return Map.of(LABEL, OWN);
    }

    /** Removes what processes made that live no more, and sees to what this one makes. */
    static void sweepNowAndAtExit() {
        sweep(Leftovers::isOrphan);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> sweep(OWN::equals), "remove what was made"));
    }

    private static void sweep(Predicate<String> owner) {
        DockerClient client = DockerClientFactory.lazyClient();
        Predicate<Map<String, String>> labelled = labels -> owner.test(labels.get(LABEL));
        client.listContainersCmd().withShowAll(true).withLabelFilter(List.of(LABEL)).exec().stream()
                .filter(container -> labelled.test(container.getLabels()))
                .map(container -> client.removeContainerCmd(container.getId())
                        .withForce(true)
                        .withRemoveVolumes(true))
                .forEach(removal -> unlessGone(removal::exec));
        client.listNetworksCmd().withFilter("label", List.of(LABEL)).exec().stream()
                .filter(network -> labelled.test(network.getLabels()))
                .map(network -> client.removeNetworkCmd(network.getId()))
                .forEach(removal -> unlessGone(removal::exec));
        client.listImagesCmd().withLabelFilter(LABEL).exec().stream()
                .filter(image -> labelled.test(image.getLabels()))
                .map(image -> client.removeImageCmd(image.getId()).withForce(true))
                .forEach(removal -> unlessGone(removal::exec));
    }

    private static boolean isOrphan(String owner) {
        Optional<ProcessHandle> alive = ProcessHandle.of(Long.parseLong(owner.substring(0, owner.indexOf('@'))));
        return alive.filter(process -> nameOf(process).equals(owner)).isEmpty();
    }

    /** Process ids come round again, so the start time belongs to the name. */
    private static String nameOf(ProcessHandle process) {
        return process.pid() + "@" + process.info().startInstant().orElse(Instant.EPOCH);
    }

    private static void unlessGone(Runnable removal) {
        try {
            removal.run();
        } catch (NotFoundException | ConflictException beingRemoved) {
            // Testcontainers or another build removes it at the same moment, and that is all that is wanted.
        }
    }
}
