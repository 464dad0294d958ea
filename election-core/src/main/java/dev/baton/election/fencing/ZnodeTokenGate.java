package dev.baton.election.fencing;

import dev.baton.election.ElectionException;
import dev.baton.election.OutcomeUnknownException;
import dev.baton.election.TermId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A gate in a ZooKeeper tree other than the election's: on another ensemble, or for who holds a token and no {@link
 * dev.baton.election.Leadership}. In the election's own ensemble use {@link dev.baton.election.Leadership#commit}, which
 * needs no gate.
 *
 * <p>Each resource has one znode that remembers the highest term. It is written, on condition of its version, in the same
 * transaction as the caller's operations: they are applied if and only if the term is let in, and after no greater one.
 * The parent and the gate's znodes are created where they are missing. Nobody else may write or delete them.
 *
 * <p>Operations of one resource should go through one gate object: those of several are applied correctly, but get into
 * each other's way. Blocks for ZooKeeper's answer; must not be called on its event thread.
 *
 * <p>Thread-safe.
 */
public final class ZnodeTokenGate {

    private static final int ATTEMPTS = 20;

    /** What ZooKeeper says of the gate's own operation if another has written it since, or the parent is missing. */
    private static final Set<KeeperException.Code> OVERTAKEN =
            EnumSet.of(KeeperException.Code.BADVERSION, KeeperException.Code.NODEEXISTS, KeeperException.Code.NONODE);

    /** What the client says of a request that got no answer; "expired" of whatever was under way. */
    private static final Set<KeeperException.Code> UNANSWERED = EnumSet.of(
            KeeperException.Code.CONNECTIONLOSS,
            KeeperException.Code.SESSIONEXPIRED,
            KeeperException.Code.OPERATIONTIMEOUT,
            KeeperException.Code.REQUESTTIMEOUT);

    private final CuratorFramework client;
    private final String parent;

    /**
     * A gate.
     *
     * @param client a started client of the ensemble that is written to; the caller closes it
     * @param parent the znode below which there is one for each resource, such as {@code /gates}
     */
    public ZnodeTokenGate(CuratorFramework client, String parent) {
        this.client = Objects.requireNonNull(client, "the client of a gate");
        this.parent = Objects.requireNonNull(parent, "the parent of a gate");
    }

    /**
     * Applies operations, all or none, if the term is let in.
     *
     * @param resource what is written to: 1 to 200 printable ASCII characters without blanks
     * @param term under which it is written
     * @param operations what to do, made with the client's {@code transactionOp()}
     * @return the result of each operation, in order
     * @throws StaleTokenException if the term is refused; nothing was applied
     * @throws OutcomeUnknownException if no answer came; all or nothing may have been applied
     * @throws ElectionException if ZooKeeper refused them for another reason; nothing was applied
     */
    public List<OpResult> commit(String resource, TermId term, CuratorOp... operations) {
        return attempt(resource, term, null, operations).orElseThrow();
    }

    /**
     * Applies operations, all or none, if the term is let in and they have not been applied before.
     *
     * <p>The id is stored by the same transaction. Who got no answer calls this again with the same id: that is final,
     * also if the first request is still under way.
     *
     * @param resource what is written to
     * @param term under which it is written
     * @param operation the id of these operations, unique for the resource: 1 to 200 printable ASCII characters without
     *     blanks
     * @param operations what to do
     * @return whether they were applied now; false if they were before
     * @throws StaleTokenException as {@link #commit}
     * @throws OutcomeUnknownException as {@link #commit}
     * @throws ElectionException as {@link #commit}
     */
    public boolean commitOnce(String resource, TermId term, String operation, CuratorOp... operations) {
        return attempt(resource, term, new Operation(operation, term, true), operations)
                .isPresent();
    }

    /**
     * What became of an operation, as the server that the client is connected to knows; another server, or a request
     * under way, may know more. {@link #commitOnce} with the same id is final.
     *
     * @param resource what was to be written to
     * @param operation its id
     * @return empty if it was not applied, or is not among the {@value TokenGate#REMEMBERED_OPERATIONS} newest any more;
     *     never unfinished
     * @throws ElectionException if the gate could not be read
     */
    public Optional<Operation> operation(String resource, String operation) {
        return state(resource, false).record().operation(operation);
    }

    /**
     * The highest term that was let in, as the server that the client is connected to knows.
     *
     * @param resource the resource
     * @return empty if none was
     * @throws ElectionException if the gate could not be read
     */
    public Optional<TermId> highest(String resource) {
        return state(resource, false).record().highest();
    }

    /** The gate's record, and the version of the znode that has it; no version if there is no znode. */
    private record State(GateRecord record, Optional<Integer> version) {}

    /** The results; empty if the operation was applied before. */
    private synchronized Optional<List<OpResult>> attempt(
            String resource, TermId term, @Nullable Operation operation, CuratorOp... operations) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            State state = state(resource, attempt > 0);
            GateRecord next = state.record().admit(term);
            if (operation != null) {
                if (next.hasApplied(operation.id())) {
                    return Optional.empty();
                }
                next = next.with(operation);
            }
            Optional<List<OpResult>> results = apply(resource, state, next, operations);
            if (results.isPresent()) {
                return results;
            }
        }
        throw failed(resource, "others wrote to it in each of " + ATTEMPTS + " attempts; use one gate object", null);
    }

    /** The results; empty if the gate was written by another since it was read. */
    private Optional<List<OpResult>> apply(String resource, State state, GateRecord next, CuratorOp... operations) {
        String path = path(resource);
        List<Op> all = new ArrayList<>();
        try {
            all.add(
                    state.version().isPresent()
                            ? client.transactionOp()
                                    .setData()
                                    .withVersion(state.version().get())
                                    .forPath(path, next.encode())
                                    .get()
                            : client.transactionOp()
                                    .create()
                                    .forPath(path, next.encode())
                                    .get());
            for (CuratorOp each : operations) {
                all.add(each.get());
            }
            // Curator would repeat it after a lost answer; then a condition that its first try has met looks violated.
            List<OpResult> results = handle().multi(all);
            return Optional.of(List.copyOf(results.subList(1, results.size())));
        } catch (KeeperException refused) {
            return judge(resource, refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unknown(resource, interrupted);
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception curators) {
            throw failed(resource, curators.toString(), curators);
        }
    }

    private Optional<List<OpResult>> judge(String resource, KeeperException refused) {
        int index = firstError(refused.getResults());
        KeeperException.Code code = refused.code();
        if (index == 0 && OVERTAKEN.contains(code)) {
            if (code == KeeperException.Code.NONODE) {
                createParent(resource);
            }
            return Optional.empty();
        }
        if (index < 0 && UNANSWERED.contains(code)) {
            throw unknown(resource, refused);
        }
        throw failed(
                resource, (index > 0 ? "operation " + index + " was refused: " : "") + refused.getMessage(), refused);
    }

    private static int firstError(@Nullable List<OpResult> results) {
        if (results == null) {
            return -1;
        }
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof OpResult.ErrorResult error
                    && error.getErr() != KeeperException.Code.OK.intValue()) {
                return i;
            }
        }
        return -1;
    }

    private void createParent(String resource) {
        try {
            client.create().creatingParentsIfNeeded().forPath(parent);
        } catch (KeeperException.NodeExistsException another) {
            return;
        } catch (Exception curators) {
            throw failed(resource, parent + " cannot be created: " + curators, curators);
        }
    }

    /** Reads the gate; synced, where a server that lags behind was met before. */
    private State state(String resource, boolean synced) {
        String path = path(resource);
        try {
            if (synced) {
                // Requests of one handle are answered in order, and syncing knows no paths.
                handle().sync("/", (rc, any, context) -> {}, null);
            }
            Stat stat = new Stat();
            byte[] data = client.getData().storingStatIn(stat).forPath(path);
            return new State(GateRecord.decode(resource, data), Optional.of(stat.getVersion()));
        } catch (KeeperException.NoNodeException none) {
            return new State(GateRecord.blank(resource), Optional.empty());
        } catch (Exception failed) {
            throw failed(resource, "it cannot be read: " + failed, failed);
        }
    }

    private ZooKeeper handle() throws Exception {
        return client.getZookeeperClient().getZooKeeper();
    }

    private String path(String resource) {
        return ZKPaths.makePath(parent, Names.pathElement(resource));
    }

    private ElectionException failed(String resource, @Nullable String why, @Nullable Throwable cause) {
        return new ElectionException(
                "The gate " + path(resource) + " of '" + resource + "' was not passed, nothing was applied: " + why,
                cause);
    }

    private OutcomeUnknownException unknown(String resource, Exception cause) {
        return new OutcomeUnknownException(
                "A guarded transaction on '" + resource + "' through " + path(resource)
                        + " got no answer and may have been applied: " + cause.getMessage()
                        + ". Call commitOnce again with the same operation id to find out",
                cause);
    }
}
