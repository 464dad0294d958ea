package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;

/** One who lives on a client's loop, and is told of its sessions. Called on the loop's thread. */
interface Participant {

    /** Takes its place on the loop. */
    void begin();

    /** There is a session. */
    void opened(Session session);

    /** The session is over. */
    void ended();

    /** The connection is gone; the session may last. */
    void disconnected();

    /** The connection is back, on the same session. */
    void reconnected();

    /** Something did not work. */
    void report(Failure failure);
}
