package dev.baton.integration.nemesis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.integration.candidate.CandidateProgram;
import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Held;
import dev.baton.integration.history.Sighting.NotHeld;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Write;
import dev.baton.integration.nemesis.Link.Direction;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A candidate in a process of its own, its links to the servers, and the journals that it writes, one for each life. */
final class Candidate implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Settings settings;
    private final List<Link> links = new ArrayList<>();
    private final Path directory;
    private final Path wallClock;
    private final List<Path> journals = new ArrayList<>();
    private volatile @Nullable Child child;

    /** How far the newest journal was read, and what it tells. */
    private long position;

    private boolean started;
    private OptionalLong heldUntil = OptionalLong.empty();
    private OptionalLong wroteAt = OptionalLong.empty();

    /** Does not start it. */
    Candidate(Settings settings, Ensemble ensemble, Path directory) throws IOException {
        for (Server server : ensemble.servers()) {
            links.add(new Link(server.port()));
        }
        List<String> addresses =
                links.stream().map(link -> "127.0.0.1:" + link.port()).toList();
        this.settings = settings.connectingTo(String.join(",", addresses));
        this.directory = directory;
        this.wallClock = directory.resolve(settings.id() + ".clock");
        Files.writeString(wallClock, "+0\n");
    }

    String id() {
        return settings.id();
    }

    /** All that it wrote. */
    synchronized List<Path> journals() {
        return List.copyOf(journals);
    }

    /** Starts it; its standing is waited for with {@link #awaitStanding()}. */
    synchronized void start() throws IOException {
        Path journal = directory.resolve(id() + "-" + (journals.size() + 1) + ".jsonl");
        Files.createFile(journal);
        journals.add(journal);
        position = 0;
        started = false;
        heldUntil = OptionalLong.empty();
        wroteAt = OptionalLong.empty();
        Map<String, String> environment = new HashMap<>(settings.toEnvironment());
        if (FakeTime.isHere()) {
            environment.putAll(FakeTime.wall(wallClock));
        }
        child = Child.start(
                id(),
                List.of(),
                List.of(CandidateProgram.class.getName()),
                environment,
                journal,
                directory.resolve(id() + ".log"));
    }

    void awaitStanding() throws InterruptedException {
        Wait.until(START_LIMIT, id() + " stands", this::stands);
    }

    Child child() {
        Child running = child;
        if (running == null) {
            throw new IllegalStateException(id() + " was never started");
        }
        return running;
    }

    boolean isRunning() {
        return child != null && child().isAlive();
    }

    private synchronized boolean stands() {
        readOn();
        return started;
    }

    /** The last instant at which it is known to hold the term that it is in; empty if it knows that it is in none. */
    synchronized OptionalLong heldUntil() {
        readOn();
        return heldUntil;
    }

    /** When the newest of its fenced writes that were accepted, in this life, began; empty if there was none. */
    synchronized OptionalLong wroteAt() {
        readOn();
        return wroteAt;
    }

    private void readOn() {
        if (journals.isEmpty()) {
            return;
        }
        try (RandomAccessFile file =
                new RandomAccessFile(journals.get(journals.size() - 1).toFile(), "r")) {
            byte[] news = new byte[(int) (file.length() - position)];
            file.seek(position);
            file.readFully(news);
            String text = new String(news, UTF_8);
            int complete = text.lastIndexOf('\n') + 1;
            position += text.substring(0, complete).getBytes(UTF_8).length;
            text.substring(0, complete).lines().map(Journal::parse).forEach(this::read);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    private void read(Journal.Line line) {
        if (line.sighting() instanceof Started) {
            started = true;
        } else if (line.sighting() instanceof Held held) {
            heldUntil = OptionalLong.of(held.to());
        } else if (line.sighting() instanceof NotHeld) {
            heldUntil = OptionalLong.empty();
        } else if (line.sighting() instanceof Write write && write.outcome() == Outcome.ACCEPTED) {
            wroteAt = OptionalLong.of(write.begin());
        }
    }

    void swallow(Set<Direction> directions) {
        links.forEach(link -> link.swallow(directions));
    }

    void delay(long millis) {
        links.forEach(link -> link.delay(millis));
    }

    void pass() {
        links.forEach(Link::pass);
    }

    void reset() {
        links.forEach(Link::reset);
    }

    /** Sets its wall clock off; the monotonic one is not touched. */
    void wallClockOffBy(Duration offset) throws IOException {
        Files.writeString(wallClock, (offset.isNegative() ? "" : "+") + offset.toSeconds() + "\n");
    }

    @Override
    public void close() throws IOException {
        if (isRunning()) {
            child().kill();
        }
        for (Link link : links) {
            link.close();
        }
    }
}
