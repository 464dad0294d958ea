package dev.baton.integration.nemesis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;

import dev.baton.integration.history.FaultKind;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** What an operator can do to an election by hand. Not the deletion of a baton, which R14 excepts. */
final class OperatorActs {
    private final World world;
    private final Random random;
    private final String queue;

    OperatorActs(World world, Random random) {
        this.world = world;
        this.random = random;
        this.queue = world.settings().recipe().queueOf(world.settings().election());
    }

    /** An act of this kind; empty if it cannot be done now, or the kind is not an operator's. */
    Optional<Act> propose(FaultKind kind) {
        if (!world.allServersAreFree()) {
            return Optional.empty();
        }
        return switch (kind) {
            case ZNODE_EVICTED ->
                world.victim(random).map(victim -> act(kind, List.of(victim.id()), () -> evict(victim.id())));
            case PARENT_WIPED ->
                Optional.of(
                        act(kind, world.candidates().stream().map(Candidate::id).toList(), this::wipe));
            default -> Optional.empty();
        };
    }

    /** The servers are needed for it, and nothing else is touched for long. */
    private Act act(FaultKind kind, List<String> targets, Act.Body body) {
        Set<String> servers =
                world.ensemble().servers().stream().map(Server::name).collect(toSet());
        return new Act(kind, targets, servers, "", body);
    }

    private void evict(String id) throws Exception {
        CuratorFramework operator = world.operator();
        for (String name : operator.getChildren().forPath(queue)) {
            String path = queue + "/" + name;
            try {
                String data = new String(operator.getData().forPath(path), UTF_8);
                if (data.equals(id) || data.lines().anyMatch(line -> line.equals("candidate: " + id))) {
                    operator.delete().forPath(path);
                }
            } catch (KeeperException.NoNodeException left) {
                // It has left by itself in between.
                continue;
            }
        }
    }

    /** The queue's parent goes only if nobody comes back faster, and need not. */
    private void wipe() throws Exception {
        CuratorFramework operator = world.operator();
        for (String name : operator.getChildren().forPath(queue)) {
            operator.delete().quietly().forPath(queue + "/" + name);
        }
        try {
            operator.delete().quietly().forPath(queue);
        } catch (KeeperException.NotEmptyException back) {
            return;
        }
    }
}
