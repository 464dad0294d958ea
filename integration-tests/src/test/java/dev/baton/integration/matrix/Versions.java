package dev.baton.integration.matrix;

import dev.baton.election.LeaderElection;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The versions of the matrix, oldest first, and their class paths, from what the build has laid in {@code target/matrix}. */
final class Versions {

    /** A Curator with the ZooKeeper client that its users have beside it. */
    record Client(String curator, String zookeeper) {

        @Override
        public String toString() {
            return "Curator " + curator + " + client " + zookeeper;
        }
    }

    static final List<String> SERVERS = List.of("3.5.10", "3.6.4", "3.7.2", "3.8.6", "3.9.5");
    static final List<Client> CLIENTS = List.of(
            new Client("5.2.0", "3.6.4"),
            new Client("5.4.0", "3.7.2"),
            new Client("5.7.1", "3.8.6"),
            new Client("5.9.0", "3.9.5"));

    private static final Path DIRECTORY = Path.of(System.getProperty("baton.matrix.dir", "target/matrix"));

    private Versions() {}

    /** What a server of that version runs on. */
    static String server(String version) throws IOException {
        return join(jars("shared", "zookeeper-" + version));
    }

    /** What a candidate runs on: Baton's classes as this build compiled them, with that client. */
    static String candidate(Client client) throws IOException {
        return join(Stream.concat(
                Stream.of(LeaderElection.class, CandidateMain.class).map(Versions::home), libraries(client)));
    }

    /** The jars of that client alone. */
    static Stream<Path> libraries(Client client) throws IOException {
        return jars("shared", "curator-" + client.curator(), "zookeeper-" + client.zookeeper());
    }

    /** The directory or jar that a class of this build comes from. */
    static Path home(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static Stream<Path> jars(String... directories) throws IOException {
        List<Path> all = new java.util.ArrayList<>();
        for (String name : Arrays.asList(directories)) {
            try (Stream<Path> files = Files.list(DIRECTORY.resolve(name))) {
                all.addAll(files.sorted().toList());
            }
        }
        return all.stream();
    }

    private static String join(Stream<Path> paths) {
        return paths.map(path -> path.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    }
}
