package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.MILLI;

import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.machine.Link;
import dev.baton.election.internal.machine.MemoryZooKeeper.Code;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A client's handle of one session: one ordered connection at a time to one server, and the client's table of watches,
 * which it sets again wherever it connects next.
 */
final class Handle implements Link, Session {

    private static final long NOT_YET = 0;
    private final World world;
    private final Ensemble ensemble;
    private final ProcessTimeline timeline;
    private final Network network;
    private final Runnable onStateChange;
    private final ServerStore store;
    private final Stream stream;
    private final Unanswered unanswered;
    private final WatchTable watches;
    private Server server;
    private long session = NOT_YET;
    private boolean connected;
    private boolean alive = true;
    private boolean leaked;
    private long lastHeard;
    private int lastSeen;

    Handle(World world, Ensemble ensemble, ProcessTimeline timeline, Network network, Runnable onStateChange) {
        this.world = world;
        this.ensemble = ensemble;
        this.timeline = timeline;
        this.network = network;
        this.onStateChange = onStateChange;
        this.store = new ServerStore(ensemble, this);
        this.stream = new Stream(world, network);
        this.unanswered = new Unanswered(world);
        this.watches = new WatchTable(world, network);
        this.server = ensemble.servers().get(0);
        timeline.execute(this::connect);
        keepAlive();
    }

    boolean isConnected() {
        return connected;
    }

    boolean isAlive() {
        return alive;
    }

    @Override
    public boolean isOpen() {
        return true; // nobody closes a client before its elections here; ClientClosedFirstIT does
    }

    ServerStore store() {
        return store;
    }

    Server server() {
        return server;
    }

    boolean isOn(Server other) {
        return connected && server == other;
    }

    @Override
    public long session() {
        return session;
    }

    @Override
    public Duration timeout() {
        return Duration.ofNanos(Ensemble.TIMEOUT);
    }

    @Override
    public <A> void ask(Supplier<A> atServer, Consumer<A> then, Runnable lost) {
        if (!connected) {
            world.in(MILLI, lost);
            return;
        }
        if (network.takesRequest()) {
            world.in(MILLI, lost);
            cut();
            return;
        }
        Unanswered.Request asked = unanswered.add(lost);
        int sentOn = stream.connection();
        Server to = server;
        stream.up(() -> arrive(asked, sentOn, to, atServer, then));
    }

    private <A> void arrive(Unanswered.Request asked, int sentOn, Server to, Supplier<A> atServer, Consumer<A> then) {
        boolean late = asked.survives() && !connected && to.isUp() && ensemble.hasQuorum();
        if ((stream.connection() != sentOn && !late) || session == NOT_YET) {
            return;
        }
        if (!ensemble.zooKeeper().isAlive(session)) {
            cut();
            return;
        }
        ensemble.heard(to, session);
        store.serve();
        A answer = atServer.get();
        Map<String, Watcher> set = store.set();
        if (late) {
            world.counters().add("request applied after the cut");
        } else if (store.wrote() && network.takesAnswer()) {
            cut();
        } else {
            down(() -> {
                unanswered.remove(asked);
                watches.addAll(set);
                then.accept(answer);
            });
        }
    }

    /** Brings something to the client, after all before it, unless the connection goes first. */
    private void down(Runnable what) {
        int seen = server.applied();
        stream.down(() -> {
            lastHeard = world.now();
            lastSeen = Math.max(lastSeen, seen);
            what.run();
        });
    }

    /** The server sends that something watched has changed. */
    void sendEvent(String path, boolean deleted) {
        down(() -> watches.fire(path, deleted));
    }

    @Override
    public void event(Runnable told) {
        told.run();
    }

    @Override
    public void prove(List<Check> checks, Consumer<Proof> answer) {
        List<Op> ops = new ArrayList<>();
        checks.forEach(check -> ops.add(new Op.Check(check.path(), check.version())));
        ask(
                () -> store.transact(session, ops),
                reply -> timeline.execute(() -> answer.accept(
                        reply.code() == Code.OK ? new Proof.Confirmed() : new Proof.Refuted(reply.applied()))),
                () -> timeline.execute(() -> answer.accept(new Proof.Unanswered())));
    }

    void unwatch() {
        watches.clear();
        server.unwatch(this);
    }

    /** The connection goes. */
    void cut() {
        if (!connected) {
            return;
        }
        connected = false;
        stream.replace();
        server.detach(this);
        world.tell(() -> "session " + session + ": connection cut, " + unanswered.size() + " unanswered");
        unanswered.lose();
        onStateChange.run();
        retry();
    }

    private void retry() {
        long wait = 50 * MILLI + world.upTo(950 * MILLI);
        timeline.schedule(Duration.ofNanos(wait), this::connect);
    }

    private void connect() {
        if (!alive && !leaked || connected) {
            return;
        }
        List<Server> fit = ensemble.servers().stream()
                .filter(each -> each.isUp() && each.applied() >= lastSeen)
                .toList();
        if (!ensemble.hasQuorum() || !network.isOpen() || fit.isEmpty()) {
            retry();
            return;
        }
        attach(fit.get(world.random().nextInt(fit.size())));
    }

    private void attach(Server to) {
        if (session == NOT_YET) {
            session = ensemble.open();
        } else if (!ensemble.revalidate(session)) {
            alive = false;
            leaked = false;
            onStateChange.run();
            return;
        }
        server = to;
        connected = true;
        stream.replace();
        lastHeard = world.now();
        server.attach(this);
        ensemble.connected(session, this);
        long seen = lastSeen == 0 ? 0 : ensemble.log().get(lastSeen - 1).zxid();
        watches.setAgain(server, this, seen, this::sendEvent);
        onStateChange.run();
    }

    /** Pings, and gives up a connection that says nothing for two thirds of the timeout. */
    private void keepAlive() {
        timeline.schedule(Duration.ofNanos(Ensemble.TIMEOUT / 3), () -> {
            if (connected && world.now() - lastHeard > Ensemble.TIMEOUT / 3 * 2) {
                cut();
            } else if (connected) {
                ask(() -> true, heard -> {}, () -> {});
            }
            if (alive || leaked) {
                keepAlive();
            }
        });
    }

    /** The client forgets the session, which the server keeps for a while, or, if it is leaked, for ever. */
    void abandon(boolean leak) {
        alive = false;
        leaked = leak;
        stream.replace(); // a create that is late on a session for ever is swept only when its owner looks again
        if (!leak) {
            drop();
        }
        onStateChange.run();
    }

    /** The process is gone, and with it the connection. */
    void drop() {
        alive = false;
        leaked = false;
        cut();
    }
}
