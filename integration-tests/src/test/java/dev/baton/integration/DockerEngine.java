package dev.baton.integration;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A Docker engine, asked over its socket and with a time limit.
 *
 * <p>Testcontainers is not asked whether an engine is there, as behind a firewall its answer takes minutes.
 */
final class DockerEngine {
    private static final Duration PING_LIMIT = Duration.ofSeconds(10);
    private static final Duration REGISTRY_LIMIT = Duration.ofSeconds(10);

    /** The first that answers, of those that Testcontainers would find. */
    private static final Optional<DockerEngine> FOUND = addresses(System.getenv()).stream()
            .map(DockerEngine::new)
            .filter(engine -> engine.get("/_ping", PING_LIMIT).equals(OptionalInt.of(200)))
            .findFirst();

    private final SocketAddress address;

    private DockerEngine(SocketAddress address) {
        this.address = address;
    }

    /** The engine that the tests run on, asked for once. */
    static Optional<DockerEngine> found() {
        return FOUND;
    }

    /** Whether a registry answers for all these images, in which case they can be pulled. */
    boolean canPull(String... images) {
        return Arrays.stream(images)
                .allMatch(image ->
                        get("/distribution/" + image + "/json", REGISTRY_LIMIT).equals(OptionalInt.of(200)));
    }

    private static List<SocketAddress> addresses(Map<String, String> environment) {
        String host = environment.getOrDefault("DOCKER_HOST", "");
        if (host.startsWith("unix:")) {
            return List.of(UnixDomainSocketAddress.of(URI.create(host).getPath()));
        }
        if (host.startsWith("tcp:")) {
            URI uri = URI.create(host);
            return List.of(new InetSocketAddress(uri.getHost(), uri.getPort()));
        }
        if (!host.isEmpty()) {
            return List.of();
        }
        Path home = Path.of(System.getProperty("user.home"));
        return Stream.of(
                        Path.of("/var/run/docker.sock"),
                        Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                                .map(directory -> Path.of(directory, "docker.sock"))
                                .orElse(null),
                        home.resolve(".docker/run/docker.sock"))
                .filter(Objects::nonNull)
                .<SocketAddress>map(UnixDomainSocketAddress::of)
                .toList();
    }

    /** The status of a GET, empty if none came in time. */
    private OptionalInt get(String path, Duration limit) {
        try (SocketChannel channel = open()) {
            return OptionalInt.of(CompletableFuture.supplyAsync(() -> exchange(channel, path))
                    .get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (IOException | ExecutionException | TimeoutException noAnswer) {
            return OptionalInt.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    private SocketChannel open() throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
    }

    private int exchange(SocketChannel channel, String path) {
        try {
            channel.connect(address);
            String request = "GET " + path + " HTTP/1.0\r\nHost: docker\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(US_ASCII)));
            // "HTTP/1.0 200 OK"
            Scanner answer = new Scanner(Channels.newInputStream(channel), US_ASCII);
            answer.next();
            return answer.nextInt();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
