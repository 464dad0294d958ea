package dev.baton.election;

import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.CandidateRecord;
import dev.baton.election.internal.machine.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** Reads an election, under the client's retry policy. Thread-safe. */
final class ElectionReader {

    private final CuratorFramework client;
    private final ElectionPaths paths;

    ElectionReader(CuratorFramework client, ElectionPaths paths) {
        this.client = client;
        this.paths = paths;
    }

    /** A znode's data and what ZooKeeper says of it. */
    record Znode(byte[] data, Stat stat) {}

    /** Everything; a path without a baton is an election that nobody has stood in. */
    ElectionSnapshot read() {
        try {
            Optional<Baton> baton = baton();
            List<Candidate> candidates = new ArrayList<>();
            Optional<Leader> leader = Optional.empty();
            for (CandidateName member : Queue.of(children()).members()) {
                Optional<Znode> read = znode(paths.candidate(member.text()));
                if (read.isEmpty()) {
                    continue; // it left while we read
                }
                boolean holds = baton.flatMap(Baton::holder).equals(Optional.of(member.text()));
                candidates.add(candidate(member, read.get(), holds));
                if (holds) {
                    leader = Leader.of(
                            baton.orElseThrow(),
                            CandidateRecord.payloadOf(read.get().data()));
                }
            }
            return new ElectionSnapshot(
                    paths.election(),
                    leader,
                    List.copyOf(candidates),
                    baton.map(PastTerm::of).orElse(List.of()));
        } catch (Exception failed) {
            throw failed("Reading", failed);
        }
    }

    private static Candidate candidate(CandidateName name, Znode znode, boolean holds) {
        CandidateRecord record = CandidateRecord.decode(znode.data());
        return new Candidate(
                record.candidateId(),
                name.text(),
                name.priority(),
                name.sequence(),
                holds,
                record.host(),
                record.pid(),
                record.started(),
                znode.stat().getEphemeralOwner());
    }

    private Optional<Baton> baton() throws Exception {
        return znode(paths.baton())
                .map(read -> new Baton(
                        BatonRecord.decode(read.data()),
                        read.stat().getVersion(),
                        read.stat().getMzxid()));
    }

    /** Puts into words what did not work. */
    ElectionException failed(String tried, Exception cause) {
        if (cause instanceof ElectionException worded) {
            return worded;
        }
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new ElectionException(tried + " the election " + paths.election() + " was interrupted", cause);
        }
        String remedy = cause instanceof KeeperException.NoAuthException
                ? "Grant this client what it needs there, or correct its sign-in"
                : "Try again when the client is connected";
        return new ElectionException(
                tried + " the election " + paths.election() + " failed: " + cause.getMessage() + ". " + remedy, cause);
    }

    /** Asked for while reading, as a client that was closed refuses this already. */
    CuratorFramework root() {
        return client.usingNamespace(null);
    }

    private List<String> children() throws Exception {
        try {
            return root().getChildren().forPath(paths.candidates());
        } catch (KeeperException.NoNodeException nobodyStoodYet) {
            return List.of();
        }
    }

    Optional<Znode> znode(String path) throws Exception {
        Stat stat = new Stat();
        try {
            return Optional.of(new Znode(root().getData().storingStatIn(stat).forPath(path), stat));
        } catch (KeeperException.NoNodeException gone) {
            return Optional.empty();
        }
    }
}
