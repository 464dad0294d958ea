package dev.baton.integration.nemesis;

import static java.util.stream.Collectors.toSet;

import dev.baton.integration.history.FaultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What can be done to servers and the network between them. One such act at a time, so that each is what it says. */
final class ServerActs {
    private static final Duration SERVING_LIMIT = Duration.ofSeconds(90);
    private static final Duration DYING_LIMIT = Duration.ofSeconds(10);

    private final World world;
    private final Random random;

    ServerActs(World world, Random random) {
        this.world = world;
        this.random = random;
    }

    /** An act of this kind; empty if it cannot be done now or here, or the kind is not for servers. */
    Optional<Act> propose(FaultKind kind) {
        if (!world.allServersAreFree()) {
            return Optional.empty();
        }
        List<Server> all = world.ensemble().servers();
        Optional<Server> any = all.size() < 3 ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
        Optional<Server> leader = any.flatMap(several -> world.ensemble().leader());
        return switch (kind) {
            case SERVER_KILLED -> any.map(server -> killed(server, kind));
            case SERVER_LEADER_KILLED -> leader.map(server -> killed(server, kind));
            case SERVER_PAUSED -> any.map(server -> paused(server, kind));
            case SERVER_LEADER_PAUSED -> leader.map(server -> paused(server, kind));
            case SERVER_CUT -> any.map(server -> cut(server, kind));
            case SERVER_LEADER_CUT -> leader.map(server -> cut(server, kind));
            case SERVER_DISK_FULL -> any.filter(server -> canLimit()).map(this::diskFull);
            case SERVER_CLOCK_SKEWED -> any.filter(server -> FakeTime.isHere()).map(this::skewed);
            case QUORUM_LOST -> Optional.of(quorumLost());
            case ROLLING_RESTART -> Optional.of(onAll(kind, all, "one by one", this::rollingRestart));
            case FULL_RESTART -> Optional.of(onAll(kind, all, "", this::fullRestart));
            default -> Optional.empty();
        };
    }

    private static boolean canLimit() {
        return Files.exists(Path.of("/usr/bin/prlimit"));
    }

    private long between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private Act act(Server server, FaultKind kind, String detail, Act.Body body) {
        // None of the others may be touched meanwhile.
        return new Act(
                kind, List.of(server.name()), onAll(kind, List.of(), "", body).occupied(), detail, body);
    }

    private Act onAll(FaultKind kind, List<Server> targets, String detail, Act.Body body) {
        return new Act(
                kind,
                targets.stream().map(Server::name).toList(),
                world.ensemble().servers().stream().map(Server::name).collect(toSet()),
                detail,
                body);
    }

    private Act killed(Server server, FaultKind kind) {
        long pause = between(0, 4_000);
        return act(server, kind, pause + " ms", () -> {
            server.child().kill();
            Thread.sleep(pause);
            server.start();
            awaitServing(server);
        });
    }

    private Act paused(Server server, FaultKind kind) {
        long length = between(1_000, 8_000);
        return act(server, kind, length + " ms", () -> {
            server.child().pause();
            Thread.sleep(length);
            server.child().resume();
            awaitServing(server);
        });
    }

    private Act cut(Server server, FaultKind kind) {
        long length = between(2_000, 8_000);
        return act(server, kind, length + " ms", () -> {
            world.ensemble().cutOff(server);
            Thread.sleep(length);
            world.ensemble().rejoin(server);
            awaitServing(server);
        });
    }

    private Act diskFull(Server server) {
        return act(server, FaultKind.SERVER_DISK_FULL, "until it ends", () -> {
            server.child().refuseWritesToDisk();
            if (!Wait.within(DYING_LIMIT, () -> !server.child().isAlive())) {
                server.child().kill();
            }
            server.start();
            awaitServing(server);
        });
    }

    private Act skewed(Server server) {
        double rate = (random.nextBoolean() ? 1 : -1) * between(30, 70) / 1000.0 + 1;
        long length = between(4_000, 12_000);
        String detail = String.format(Locale.ROOT, "at a rate of %.3f for %d ms", rate, length);
        return act(server, FaultKind.SERVER_CLOCK_SKEWED, detail, () -> {
            restart(server, FakeTime.rate(rate));
            Thread.sleep(length);
            restart(server, Map.of());
        });
    }

    private Act quorumLost() {
        List<Server> servers = new ArrayList<>(world.ensemble().servers());
        Collections.shuffle(servers, random);
        List<Server> most = servers.subList(0, servers.size() / 2 + 1);
        long length = between(500, 7_000);
        return onAll(FaultKind.QUORUM_LOST, most, length + " ms", () -> {
            for (Server server : most) {
                server.child().kill();
            }
            Thread.sleep(length);
            for (Server server : most) {
                server.start();
            }
            awaitAllServing();
        });
    }

    private void rollingRestart() throws IOException, InterruptedException {
        for (Server server : world.ensemble().servers()) {
            server.child().end();
            server.start();
            awaitServing(server);
        }
    }

    private void fullRestart() throws IOException, InterruptedException {
        for (Server server : world.ensemble().servers()) {
            server.child().end();
        }
        for (Server server : world.ensemble().servers()) {
            server.start();
        }
        awaitAllServing();
    }

    private static void restart(Server server, Map<String, String> environment)
            throws IOException, InterruptedException {
        server.child().kill();
        server.start(environment);
        awaitServing(server);
    }

    private void awaitAllServing() throws InterruptedException {
        for (Server server : world.ensemble().servers()) {
            awaitServing(server);
        }
    }

    private static void awaitServing(Server server) throws InterruptedException {
        Wait.until(SERVING_LIMIT, server.name() + " serves again", server::serves);
    }
}
