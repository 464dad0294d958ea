package dev.baton.election;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.curator.framework.CuratorFramework;

/** A candidate. (signatures only: the body follows with the loop) */
public final class LeaderElection implements AutoCloseable {
    LeaderElection() {}

    public static Builder builder(CuratorFramework client, String path) {
        return new Builder();
    }

    public Leadership awaitLeadership() throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    public Optional<Leadership> awaitLeadership(Duration limit) throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    public Optional<Leadership> leadership() {
        throw new UnsupportedOperationException();
    }

    public List<Candidate> candidates() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    public void close(Duration limit) {
        throw new UnsupportedOperationException();
    }

    public static final class Builder {
        public Builder candidateId(String id) {
            return this;
        }

        public Builder payload(byte[] payload) {
            return this;
        }

        public Builder listener(ElectionListener listener) {
            return this;
        }

        public Builder executor(Executor executor) {
            return this;
        }

        public Builder serverTickTime(Duration tick) {
            return this;
        }

        public Builder closeTimeout(Duration limit) {
            return this;
        }

        public LeaderElection start() {
            throw new UnsupportedOperationException();
        }
    }
}
