package dev.baton.election;

import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.machine.CandidateRecord;
import java.util.List;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can do with an election from outside, without standing in it.
 *
 * <p>Every call blocks for ZooKeeper's answers, under the client's retry policy. Thread-safe; it holds nothing that must be
 * closed.
 */
public final class ElectionOperator {

    private final ElectionPaths paths;
    private final ElectionReader reader;

    private ElectionOperator(CuratorFramework client, String path) {
        paths = new ElectionPaths(client, path);
        reader = new ElectionReader(client, paths);
    }

    /**
     * An operator of one election.
     *
     * @param client a started client, which stays the caller's
     * @param path the election's path, below the client's namespace and chroot
     * @return the operator
     * @throws IllegalArgumentException if the path cannot be used
     * @throws IllegalStateException if the client is not started
     */
    public static ElectionOperator of(CuratorFramework client, String path) {
        Requirements.path(path);
        Requirements.started(client, path);
        return new ElectionOperator(client, path);
    }

    /**
     * Reads the election; a path where nobody ever stood is an election with nobody in it.
     *
     * @return the election as the server knows it that the client is connected to
     * @throws ElectionException if it cannot be read
     */
    public ElectionSnapshot read() {
        return reader.read();
    }

    /**
     * Asks the leader to pass the baton to a candidate, as {@link Leadership#passTo} does: it lets its listener finish, and
     * two never lead. The request is written into the leader's znode, and goes with it; a leader whose Baton is too old to
     * know it does nothing.
     *
     * @param candidateId who is to lead; of several that stand under the same id the first in line
     * @return the candidate that the leader was asked to pass to
     * @throws ElectionException if nobody leads, nobody else stands under that id, the leader left meanwhile, or ZooKeeper
     *     refused; the message says which
     */
    public Candidate askToPass(String candidateId) {
        ElectionSnapshot now = read();
        Candidate holder = now.candidates().stream()
                .filter(Candidate::holder)
                .findFirst()
                .orElseThrow(() -> refused("Nobody leads, so nobody can pass the baton to " + candidateId, null));
        Candidate heir = now.candidates().stream()
                .filter(each -> each.id().equals(candidateId) && !each.holder())
                .findFirst()
                .orElseThrow(() -> refused(
                        (holder.id().equals(candidateId) ? "The leader itself is " : "Nobody stands as ") + candidateId
                                + ". Candidates beside it: " + others(now),
                        null));
        String path = paths.candidate(holder.znode());
        try {
            ElectionReader.Znode znode = reader.znode(path).orElseThrow(KeeperException.NoNodeException::new);
            reader.root()
                    .setData()
                    .withVersion(znode.stat().getVersion())
                    .forPath(path, CandidateRecord.withHeir(znode.data(), heir.znode()));
            return heir;
        } catch (KeeperException.NoNodeException | KeeperException.BadVersionException changed) {
            throw refused("The leader, " + holder.id() + ", left or changed meanwhile. Look again", changed);
        } catch (Exception failed) {
            throw reader.failed("Asking the leader of", failed);
        }
    }

    private static List<String> others(ElectionSnapshot now) {
        return now.candidates().stream()
                .filter(each -> !each.holder())
                .map(Candidate::id)
                .toList();
    }

    /**
     * Deletes a candidate's znode. The candidate finds out by an event and stands again at the back of the queue.
     *
     * <p>To evict the holder deposes a live leader: it is fenced at that instant, but until the event reaches it, two may
     * believe that they lead. Prefer {@link #askToPass}.
     *
     * @param candidate as it was read
     * @return false if it had left already
     * @throws ElectionException if ZooKeeper refused
     */
    public boolean evict(Candidate candidate) {
        Objects.requireNonNull(candidate, "the candidate to evict");
        try {
            reader.root().delete().forPath(paths.candidate(candidate.znode()));
            return true;
        } catch (KeeperException.NoNodeException left) {
            return false;
        } catch (Exception failed) {
            throw reader.failed("Evicting " + candidate.id() + " from", failed);
        }
    }

    /**
     * Deletes the election in which nobody stands: its queue, its baton and its path. Its tokens go on growing if it is
     * made again in the same ensemble.
     *
     * @return false if there was nothing to delete
     * @throws ElectionException if somebody stands, something that is not the election's is below the path, or ZooKeeper
     *     refused; nothing that others need was deleted
     */
    public boolean remove() {
        try {
            // The queue first: ZooKeeper refuses while anybody is in it, and without it nobody can come.
            boolean queue = deleted(paths.candidates());
            boolean baton = deleted(paths.baton());
            boolean path = deleted(paths.election());
            return queue || baton || path;
        } catch (KeeperException.NotEmptyException stands) {
            throw refused(
                    stands.getPath().equals(paths.candidates())
                            ? "Candidates stand in it: "
                                    + read().candidates().stream()
                                            .map(Candidate::id)
                                            .toList()
                                    + ". Close them first"
                            : stands.getPath()
                                    + " has children that are not the election's. Look at them and delete them",
                    stands);
        } catch (Exception failed) {
            throw reader.failed("Removing", failed);
        }
    }

    private boolean deleted(String path) throws Exception {
        try {
            reader.root().delete().forPath(path);
            return true;
        } catch (KeeperException.NoNodeException gone) {
            return false;
        }
    }

    private ElectionException refused(String why, @Nullable Exception cause) {
        return new ElectionException("Election " + paths.election() + ": " + why, cause);
    }
}
