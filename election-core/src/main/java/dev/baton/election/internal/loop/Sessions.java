package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;

/** Where the sessions of one client come from. */
public interface Sessions {

    /** Starts telling; the calls come on the loop's thread. */
    void follow(Follower follower);

    /** Stops telling, and leaves no listener with the client. */
    void stop();

    /** Is told of sessions. */
    interface Follower {
        /** There is a new session; the last one, if any, was ended before. */
        void opened(Session session);

        /** The session is over. */
        void ended();

        /** The connection is gone; the session may last. */
        void disconnected();

        /** The connection is back, on the same session. */
        void reconnected();

        /** There is no session, and this is why. */
        void failed(Failure failure);
    }
}
