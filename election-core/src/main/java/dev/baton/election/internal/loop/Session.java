package dev.baton.election.internal.loop;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A ZooKeeper session, as the loop sees it. Every call returns at once; the answer comes on the loop's thread. */
public interface Session {

    /** The timeout that the server agreed to. */
    Duration timeout();

    /** False for ever as soon as the client's owner begins to close it, which is before the server hears; for any thread. */
    boolean isOpen();

    /**
     * Proves that the session is alive by a transaction of checks, which goes through a quorum and changes nothing.
     *
     * @param checks the znodes that must stand
     * @param answer told once
     */
    void prove(List<Check> checks, Consumer<Proof> answer);

    /**
     * A znode that must stand.
     *
     * @param path its full path
     * @param version the data version that it must have, or -1 for any
     */
    record Check(String path, int version) {}

    /** What became of a proof. */
    sealed interface Proof {
        /** A quorum confirmed. */
        record Confirmed() implements Proof {}

        /** A check did not hold. */
        record Refuted(int index) implements Proof {}

        /** No answer, or another error. */
        record Unanswered() implements Proof {}
    }
}
