package dev.baton.election.internal.machine;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** One session's connection: requests are served in order, answers and events come back in order. */
public interface Link {

    /** The session. */
    long session();

    /**
     * Sends a request.
     *
     * @param atServer done when the server serves it
     * @param then told the answer when it is delivered
     * @param lost told instead if the connection goes before
     */
    <A> void ask(Supplier<A> atServer, Consumer<A> then, Runnable lost);

    /** Brings an event of a watch to the client. */
    void event(Runnable told);
}
