package dev.baton.election;

import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.CandidateRecord;
import dev.baton.election.internal.machine.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** Reads the queue for people, on the caller's thread. */
final class QueueReader {

    private final CuratorFramework client;
    private final ElectionPaths paths;

    QueueReader(CuratorFramework client, ElectionPaths paths) {
        this.client = client;
        this.paths = paths;
    }

    List<Candidate> read() {
        try {
            Optional<String> holder = data(paths.baton())
                    .flatMap(data -> BatonRecord.decode(data).holder())
                    .map(BatonRecord.Holder::znode);
            List<Candidate> candidates = new ArrayList<>();
            for (CandidateName member : Queue.of(children()).members()) {
                data(paths.candidate(member.text()))
                        .ifPresent(data -> candidates.add(new Candidate(
                                CandidateRecord.idOf(data),
                                member.text(),
                                member.priority(),
                                member.sequence(),
                                holder.equals(Optional.of(member.text())))));
            }
            return List.copyOf(candidates);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ElectionException("Reading the queue of " + paths.election() + " was interrupted", interrupted);
        } catch (Exception failed) {
            throw new ElectionException(
                    "Reading the queue of " + paths.election() + " failed: " + failed.getMessage()
                            + ". Try again when the client is connected",
                    failed);
        }
    }

    /** Asked for while reading, as a client that was closed refuses this already. */
    private CuratorFramework root() {
        return client.usingNamespace(null);
    }

    private List<String> children() throws Exception {
        try {
            return root().getChildren().forPath(paths.candidates());
        } catch (KeeperException.NoNodeException nobodyStoodYet) {
            return List.of();
        }
    }

    private Optional<byte[]> data(String path) throws Exception {
        try {
            return Optional.of(root().getData().forPath(path));
        } catch (KeeperException.NoNodeException gone) {
            return Optional.empty();
        }
    }
}
