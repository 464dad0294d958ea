package dev.baton.election;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.OpResult;

/** One term in office. (signatures only: the body follows with the loop) */
public final class Leadership implements AutoCloseable {
    Leadership() {}

    public FencingToken token() {
        throw new UnsupportedOperationException();
    }

    public String candidateId() {
        throw new UnsupportedOperationException();
    }

    public boolean isHeld() {
        throw new UnsupportedOperationException();
    }

    public Duration remaining() {
        throw new UnsupportedOperationException();
    }

    public void ensureHeld() {
        throw new UnsupportedOperationException();
    }

    public CompletionStage<RevocationReason> ended() {
        throw new UnsupportedOperationException();
    }

    public void write(String path, byte[] data) {
        throw new UnsupportedOperationException();
    }

    public List<OpResult> commit(CuratorOp... operations) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
