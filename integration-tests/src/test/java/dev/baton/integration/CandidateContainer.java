package dev.baton.integration;

import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting;
import dev.baton.integration.history.Sighting.Elected;
import dev.baton.integration.history.Sighting.NotHeld;
import dev.baton.integration.history.Sighting.Stopped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.output.OutputFrame.OutputType;

/** A candidate in a container of its own, and the journal that it writes. */
final class CandidateContainer implements AutoCloseable {
    private final String id;
    private final Path log;
    private final List<Journal.Line> journal = new CopyOnWriteArrayList<>();
    private final List<String> unreadable = new CopyOnWriteArrayList<>();
    private final GenericContainer<?> container;

    /**
     * Starts it.
     *
     * @param log where to keep what it prints, for whoever has to find out why a test failed
     */
    CandidateContainer(Settings settings, Network network, Path log) {
        this.id = settings.id();
        this.log = log;
        this.container = Images.get()
                .candidate()
                .withNetwork(network)
                .withEnv(settings.toEnvironment())
                .withLabels(Leftovers.label())
                .withLogConsumer(this::printed)
                .waitingFor(Running.IS_ENOUGH);
        container.start();
    }

    String id() {
        return id;
    }

    /** What it saw until now. */
    List<Journal.Line> journal() {
        if (!unreadable.isEmpty()) {
            throw new AssertionError("no lines of a journal, from " + id + ": " + unreadable);
        }
        return journal;
    }

    /** Its sightings of one kind, oldest first. */
    <T extends Sighting> Stream<T> saw(Class<T> kind) {
        return journal().stream()
                .map(Journal.Line::sighting)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The first of its sightings of one kind that is like this. */
    <T extends Sighting> Optional<T> first(Class<T> kind, Predicate<? super T> like) {
        return saw(kind).filter(like).findFirst();
    }

    /** Whether it believes to be in a term: it was told of a beginning, and of no end since. */
    boolean isInOffice() {
        Sighting last = saw(Sighting.class)
                .filter(sighting -> sighting instanceof Elected || sighting instanceof NotHeld)
                .reduce((earlier, later) -> later)
                .orElse(null);
        return last instanceof Elected;
    }

    /** Its container, for what is done to its network. */
    String containerId() {
        return container.getContainerId();
    }

    /** Ends it at once, as a lost machine would (SIGKILL). */
    void kill() {
        DockerClientFactory.lazyClient()
                .killContainerCmd(container.getContainerId())
                .exec();
    }

    /** Freezes it: no thread of it runs, and its clock goes on. */
    void pause() {
        DockerClientFactory.lazyClient()
                .pauseContainerCmd(container.getContainerId())
                .exec();
    }

    /** Lets it run again. */
    void resume() {
        DockerClientFactory.lazyClient()
                .unpauseContainerCmd(container.getContainerId())
                .exec();
    }

    boolean isRunning() {
        return container.isRunning();
    }

    /** Asks it to end (SIGTERM), and returns when it has closed its election and said so. */
    void stop() {
        DockerClientFactory.lazyClient()
                .stopContainerCmd(container.getContainerId())
                .withTimeout(20)
                .exec();
        ContestedElection.eventually(id + " has closed its election")
                .until(() -> saw(Stopped.class).findAny().isPresent());
    }

    @Override
    public void close() {
        container.stop();
    }

    private void printed(OutputFrame frame) {
        String line = frame.getUtf8StringWithoutLineEnding();
        if (frame.getType() == OutputType.END || line.isEmpty()) {
            return;
        }
        keep(line);
        if (frame.getType() == OutputType.STDOUT) {
            try {
                journal.add(Journal.parse(line));
            } catch (IllegalArgumentException malformed) {
                unreadable.add(line);
            }
        }
    }

    private void keep(String line) {
        try {
            Files.writeString(log, line + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
