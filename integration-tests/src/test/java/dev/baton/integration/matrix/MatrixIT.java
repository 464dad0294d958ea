package dev.baton.integration.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.baton.election.LeaderElection;
import dev.baton.integration.matrix.Cell.Elected;
import dev.baton.integration.matrix.References.Reference;
import dev.baton.integration.matrix.Versions.Client;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every supported server with every supported client library: elections, and the faults that a leader must survive.
 *
 * <p>By default the corners; with the profile {@code matrix} all pairs.
 */
@Tag("extended")
class MatrixIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static final Table FOUND = new Table();

    @TempDir
    private Path directory;

    static Stream<Arguments> pairs() {
        return Versions.SERVERS.stream()
                .flatMap(server -> Versions.CLIENTS.stream().map(client -> new Pair(server, client)))
                .filter(pair -> System.getProperty("baton.matrix", "corners").equals("all") || pair.isCorner())
                .map(pair -> Arguments.of(pair.server(), pair.client()));
    }

    /** A server and a client. */
    record Pair(String server, Client client) {

        /** The oldest pair, and the oldest of one side with the newest of the other. */
        boolean isCorner() {
            boolean oldServer = server.equals(first(Versions.SERVERS));
            boolean oldClient = client.equals(first(Versions.CLIENTS));
            boolean newServer = server.equals(last(Versions.SERVERS));
            boolean newClient = client.equals(last(Versions.CLIENTS));
            return oldServer && (oldClient || newClient) || newServer && oldClient;
        }

        private static <T> T first(List<T> of) {
            return of.get(0);
        }

        private static <T> T last(List<T> of) {
            return of.get(of.size() - 1);
        }
    }

    @ParameterizedTest(name = "server {0}, {1}")
    @MethodSource("pairs")
    void electsPassesAndSurvivesEveryFault(String server, Client client) throws Exception {
        try (Cell cell = new Cell(directory, server, client)) {
            cell.startServer();
            cell.stand("a");
            Elected first = cell.awaitTermAfter(null);
            cell.stand("b");
            first.candidate().tell("resign");
            Elected passed = cell.awaitTermAfter(first);
            cell.awaitRefusal(first);

            cell.evict(passed);
            cell.awaitRefusal(passed);
            Elected evicted = cell.awaitTermAfter(passed);

            cell.expire(evicted);
            cell.awaitRefusal(evicted);
            Elected expired = cell.awaitTermAfter(evicted);

            cell.restartServer();
            Elected restarted = cell.awaitWrite();

            restarted.candidate().signal("STOP");
            Elected next = cell.awaitTermAfter(restarted);
            restarted.candidate().signal("CONT");
            cell.awaitRefusal(restarted);

            long killed = System.nanoTime();
            next.candidate().close();
            Elected last = cell.awaitTermAfter(next);
            double gap = (System.nanoTime() - killed) / 1e9;
            cell.assertFenced();
            assertThat(last.candidate().lines()).startsWith("client " + client.zookeeper());
            FOUND.put(server, client, String.format(Locale.ROOT, "ok, %.1f s", gap));
        }
    }

    @AfterAll
    static void tell() throws IOException {
        Stream.concat(Table.head().stream(), FOUND.rows().stream()).forEach(System.out::println);
        if (Boolean.getBoolean("baton.matrix.update")
                && System.getProperty("baton.matrix", "").equals("all")) {
            FOUND.update();
        }
    }

    /** The document tells of the versions of this class, and of no pair that was not seen to work. */
    @Test
    void theTableInTheDocumentsIsOfTheseVersions() throws IOException {
        assumeFalse(Boolean.getBoolean("baton.matrix.update"), "the table is written in the end");
        List<String> committed = Table.committed();
        assertThat(committed).startsWith(Table.head().toArray(String[]::new)).hasSize(2 + Versions.SERVERS.size());
        for (String server : Versions.SERVERS) {
            assertThat(committed)
                    .anyMatch(row -> row.matches(
                            "\\| \\Q" + server + "\\E( \\| ok, [0-9.]+ s){" + Versions.CLIENTS.size() + "} \\|"));
        }
    }

    /** All that Baton's classes call in Curator and ZooKeeper is there, called by a test or not. */
    @Test
    void everythingThatBatonCallsIsInEveryClientLibrary() throws Exception {
        Set<Reference> called = referencesOfBaton();
        assertThat(called).hasSizeGreaterThan(50);
        for (Client client : Versions.CLIENTS) {
            try (URLClassLoader loader = new URLClassLoader(urls(client), ClassLoader.getPlatformClassLoader())) {
                assertThat(called.stream().filter(each -> !each.isFoundBy(loader)))
                        .as("missing in %s", client)
                        .isEmpty();
                // The control: what came with 3.7 is missed where it is not.
                assertThat(new Reference("org/apache/zookeeper/ZooKeeper", "whoAmI", "()Ljava/util/List;")
                                .isFoundBy(loader))
                        .as("whoAmI in %s", client)
                        .isEqualTo(!client.zookeeper().startsWith("3.6"));
            }
        }
    }

    /** What is not supported is refused where it starts, in one sentence. */
    @ParameterizedTest(name = "server {0}, {1}")
    @MethodSource("unsupported")
    void whatIsTooOldIsRefusedAtStartInOneSentence(String server, Client client, String sentence) throws Exception {
        try (Cell cell = new Cell(directory, server, client)) {
            cell.startServer();
            Child candidate = cell.stand("a");
            await().atMost(SOON).until(() -> !candidate.isAlive());
            assertThat(candidate.lines())
                    .hasSize(2)
                    .startsWith("client " + client.zookeeper())
                    .last()
                    .asString()
                    .startsWith("unsupported Election /matrix/leader: ")
                    .contains(sentence);
        }
    }

    static Stream<Arguments> unsupported() {
        Client newest = Versions.CLIENTS.get(Versions.CLIENTS.size() - 1);
        return Stream.of(
                Arguments.of("3.9.5", new Client("4.3.0", "3.5.10"), "Curator 4.3.0 on the class path is too old"),
                Arguments.of("3.9.5", new Client("5.9.0", "3.5.10"), "ZooKeeper's client 3.5.10"),
                Arguments.of("3.4.14", newest, "The ZooKeeper server is older than 3.5"));
    }

    private static Set<Reference> referencesOfBaton() throws IOException {
        Path home = Versions.home(LeaderElection.class);
        if (Files.isDirectory(home)) {
            return referencesBelow(home);
        }
        try (FileSystem jar = FileSystems.newFileSystem(home)) {
            return referencesBelow(jar.getPath("/"));
        }
    }

    private static Set<Reference> referencesBelow(Path root) throws IOException {
        Set<Reference> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".class")) {
                    try (InputStream in = Files.newInputStream(file)) {
                        found.addAll(References.of(in, "org/apache/"));
                    }
                }
            }
        }
        return found;
    }

    private static URL[] urls(Client client) throws IOException {
        return Versions.libraries(client).map(MatrixIT::url).toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
