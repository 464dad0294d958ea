package dev.baton.integration;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.DockerImageName;

/**
 * The images of this run.
 *
 * <p>Where a registry answers, servers are of the official ZooKeeper image and candidates stand on an official Java.
 * Elsewhere one image, built here of this machine's own files, serves for both.
 */
final class Images {
    private static final String SERVER_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
    private static final String CANDIDATE_MAIN = "dev.baton.integration.candidate.CandidateProgram";
    private static final String OFFICIAL_JAVA = "eclipse-temurin:17-jre";
    /**
     * Names of servers that have not started yet must not stay unknown for Java's usual ten seconds, nor those that are
     * back under another address known by their old one for half a minute.
     */
    private static final List<String> JAVA_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-Dsun.net.inetaddr.negative.ttl=0",
            "-Dsun.net.inetaddr.ttl=1");

    private static final class Lazy {
        private static final Images IMAGES = build();
    }

    private final boolean official;
    private final String image;

    private Images(boolean official, String image) {
        this.official = official;
        this.image = image;
    }

    /** Built once, when first asked for; removed when this process ends. */
    static Images get() {
        return Lazy.IMAGES;
    }

    /** A server that reads {@code /conf/zoo.cfg} and {@code /data/myid}. */
    GenericContainer<?> server() {
        if (official) {
            return new GenericContainer<>(DockerImageName.parse(officialServer()))
                    .withEnv("JVMFLAGS", String.join(" ", JAVA_OPTIONS));
        }
        return new GenericContainer<>(DockerImageName.parse(image)).withCommand(SERVER_MAIN, "/conf/zoo.cfg");
    }

    /** A candidate that wants its settings in the environment. */
    GenericContainer<?> candidate() {
        return new GenericContainer<>(DockerImageName.parse(image)).withCommand(CANDIDATE_MAIN);
    }

    private static Images build() {
        DockerEngine engine = DockerEngine.found().orElseThrow();
        long begin = System.nanoTime();
        Leftovers.sweepNowAndAtExit();
        boolean official = engine.canPull(officialServer(), OFFICIAL_JAVA);
        try {
            String image = official
                    ? buildOn(OFFICIAL_JAVA, "java", Map.of())
                    : buildOn("scratch", "/java/bin/java", Map.of("root", layOutJava()));
            System.out.printf(
                    "images: %s, %d s%n",
                    official ? "official ones" : "made of this machine's files, as no registry answers",
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
            return new Images(official, image);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building an image", interrupted);
        }
    }

    private static Path layOutJava() throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("baton.containers.dir"), "root");
        if (Files.exists(root)) {
            delete(root);
        }
        LocalJava.layOut(root);
        return root;
    }

    private static String buildOn(String base, String java, Map<String, Path> directories) throws IOException {
        String entryPoint = Stream.concat(Stream.of(java, "-cp", "/app/*"), JAVA_OPTIONS.stream())
                .collect(Collectors.joining("\", \"", "[\"", "\"]"));
        StringBuilder dockerfile = new StringBuilder("FROM " + base + "\n");
        directories.keySet().forEach(name -> dockerfile.append("COPY " + name + "/ /\n"));
        dockerfile.append("COPY jars/ /app/\nENTRYPOINT " + entryPoint + "\n");
        Leftovers.label().forEach((key, value) -> dockerfile.append("LABEL " + key + "=\"" + value + "\"\n"));

        ImageFromDockerfile image = new ImageFromDockerfile(
                        "baton-integration-tests:" + ProcessHandle.current().pid(), false)
                .withFileFromString("Dockerfile", dockerfile.toString());
        directories.forEach(image::withFileFromPath);
        for (Path jar : jars()) {
            image.withFileFromPath("jars/" + jar.getFileName(), jar);
        }
        return image.get();
    }

    /** This module's own, which has the candidate, and all that it needs at run time. */
    private static List<Path> jars() throws IOException {
        String classPath = Files.readString(Path.of(System.getProperty("baton.containers.classpath")));
        return Stream.concat(
                        Stream.of(System.getProperty("baton.containers.jar")),
                        Arrays.stream(classPath.strip().split(File.pathSeparator)))
                .map(Path::of)
                .toList();
    }

    private static String officialServer() {
        return "zookeeper:" + System.getProperty("baton.zookeeper.version");
    }

    private static void delete(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) throws IOException {
                if (failed != null) {
                    throw failed;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
