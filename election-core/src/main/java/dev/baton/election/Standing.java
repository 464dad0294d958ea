package dev.baton.election;

import dev.baton.election.internal.curator.ElectionPaths;
import dev.baton.election.internal.machine.CandidateRecord;
import org.apache.curator.framework.CuratorFramework;

/**
 * One candidate, where it stands and as whom.
 *
 * @param client the caller's client
 * @param paths the election's znodes
 * @param record what the candidate says of itself
 */
record Standing(CuratorFramework client, ElectionPaths paths, CandidateRecord record) {

    String id() {
        return record.candidateId();
    }

    ElectionReader reader() {
        return new ElectionReader(client, paths);
    }
}
