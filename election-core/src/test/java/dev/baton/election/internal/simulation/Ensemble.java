package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.MILLI;
import static dev.baton.election.internal.simulation.World.SECOND;

import dev.baton.election.internal.machine.MemoryZooKeeper;
import dev.baton.election.internal.machine.MemoryZooKeeper.Commit;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Three servers, of which the first leads: it alone orders transactions and expires sessions, by its own clock, which is
 * the true one.
 */
final class Ensemble {

    static final long TICK = 2 * SECOND;
    static final long TIMEOUT = 5 * TICK;
    /** The session of one who deletes and writes by hand. */
    static final long OPERATOR = -1;

    private static final int SERVERS = 3;

    /** When a session ends, as far as the leader knows. */
    private static final class Tracked {
        private long deadline;
        private boolean doomed;
    }

    private final World world;
    private final Consumer<Commit> referee;
    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper();
    private final List<Commit> log = new ArrayList<>();
    private final List<Server> servers = new ArrayList<>();
    private final Map<Long, Tracked> sessions = new HashMap<>();
    private final Map<Long, Handle> connected = new HashMap<>();
    private final boolean rounding;
    private boolean quorum = true;
    private long lagUntil;

    Ensemble(World world, Consumer<Commit> referee) {
        this.world = world;
        this.referee = referee;
        this.rounding = world.onceIn(2);
        zooKeeper.onCommit(this::committed);
        for (int i = 0; i < SERVERS; i++) {
            servers.add(new Server(world, log));
        }
    }

    MemoryZooKeeper zooKeeper() {
        return zooKeeper;
    }

    List<Commit> log() {
        return log;
    }

    List<Server> servers() {
        return servers;
    }

    boolean hasQuorum() {
        return quorum;
    }

    private void committed(Commit commit) {
        log.add(commit);
        referee.accept(commit);
        int upTo = log.size();
        if (commit.changes().isEmpty() && commit.ops().stream().allMatch(Op.Check.class::isInstance)) {
            return; // nobody can see that it was applied
        }
        for (Server server : servers) {
            boolean slow = world.now() < lagUntil && server != servers.get(0);
            world.in(world.upTo(slow ? 3 * SECOND : 8 * MILLI), () -> server.catchUp(server.isUp() ? upTo : 0));
        }
    }

    /** The next ping: half a tick apart, and late by less: a fifth of the timeout by a clock that is a tenth too fast. */
    private void ping(Server server) {
        world.in(world.upTo(TICK / 2 + 8 * TICK / 20), () -> server.takeHeard().forEach(this::touch));
    }

    /** A server has heard of a session: the leader counts that at once. */
    void heard(Server by, long session) {
        if (by == servers.get(0)) {
            touch(session);
        } else if (by.hear(session)) {
            ping(by);
        }
    }

    void touch(long session) {
        Tracked tracked = sessions.get(session);
        if (tracked != null && !tracked.doomed) {
            long rounded = (world.now() / TICK + 1) * TICK;
            tracked.deadline = (rounding ? rounded : world.now()) + TIMEOUT;
        }
    }

    long open() {
        long session = zooKeeper.openSession();
        sessions.put(session, new Tracked());
        touch(session);
        watchOver(session);
        return session;
    }

    /** A client comes back: the leader itself says whether the session still stands. */
    boolean revalidate(long session) {
        touch(session);
        return zooKeeper.isAlive(session);
    }

    void connected(long session, Handle handle) {
        connected.put(session, handle);
    }

    private void watchOver(long session) {
        Tracked tracked = sessions.get(session);
        if (tracked == null) {
            return;
        }
        if (!quorum || tracked.deadline > world.now()) {
            world.in(quorum ? tracked.deadline - world.now() : SECOND, () -> watchOver(session));
            return;
        }
        // Out of the queue already, but not closing yet: what comes now is confirmed, and saves nobody.
        tracked.doomed = true;
        world.in(world.upTo(200 * MILLI), () -> expire(session));
    }

    private void expire(long session) {
        if (!quorum) {
            world.in(SECOND, () -> expire(session));
            return;
        }
        world.counters().add("session expired");
        world.tell(() -> "ensemble: session " + session + " expires");
        close(session);
    }

    /** The session ends; its znodes go with it. */
    void close(long session) {
        if (sessions.remove(session) != null) {
            zooKeeper.expire(session);
            Handle handle = connected.remove(session);
            if (handle != null) {
                handle.cut();
            }
        }
    }

    /** Somebody does something by hand. */
    void operate(List<Op> ops) {
        zooKeeper.transact(OPERATOR, ops);
    }

    void lag(long span) {
        lagUntil = world.now() + span;
    }

    /** A majority is gone; the next leader starts every session's time anew. */
    void loseQuorum() {
        quorum = false;
        servers.forEach(Server::cutAll);
    }

    void regainQuorum() {
        if (!quorum) {
            quorum = true;
            sessions.keySet().forEach(this::touch);
        }
    }

    void heal() {
        lagUntil = 0;
        servers.forEach(Server::start);
        regainQuorum();
    }
}
