package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.Failure;
import java.util.Optional;
import java.util.function.Consumer;

/** The baton and its holder, as one sees them who does not stand. Every call returns at once. */
public interface Outlook {

    /**
     * Reads the baton, then its holder, and watches both.
     *
     * @param answer told once; may be called from any thread
     * @param touched run whenever a watch fires; may be called from any thread
     */
    void look(Session session, Consumer<View> answer, Runnable touched);

    /** Takes back the watches that have not fired. */
    void unwatch(Session session);

    /** What was seen. */
    sealed interface View {
        /**
         * Who leads.
         *
         * @param baton the baton; empty if there is none
         * @param payload the holder's payload; empty if the holder's znode does not stand, so that nobody leads
         */
        record Seen(Optional<Baton> baton, Optional<byte[]> payload) implements View {}

        /** It could not be read. */
        record Failed(Failure failure) implements View {}
    }
}
