package dev.baton.integration.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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
class MatrixIT {

    private static final Duration SOON = Duration.ofSeconds(60);

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
            expired.candidate().signal("STOP");
            Elected paused = cell.awaitTermAfter(expired);
            expired.candidate().signal("CONT");
            cell.awaitRefusal(expired);

            long killed = System.nanoTime();
            paused.candidate().close();
            Elected last = cell.awaitTermAfter(paused);
            System.out.printf(
                    "matrix: server %s, %s: next after kill -9 in %.2f s%n",
                    server, client, (System.nanoTime() - killed) / 1e9);
            cell.assertFenced();
            assertThat(last.candidate().isAlive()).isTrue();
        }
    }
}
