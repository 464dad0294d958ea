package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.MILLI;

import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.machine.Link;
import dev.baton.election.internal.machine.MemoryZooKeeper.Answer;
import dev.baton.election.internal.machine.MemoryZooKeeper.Code;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import dev.baton.election.internal.machine.MemoryZooKeeper.Watcher;
import dev.baton.election.internal.machine.MemoryZooKeeper.Znode;
import dev.baton.election.internal.machine.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A client's handle of one session: one ordered connection at a time to one server, and the client's table of watches,
 * which it sets again wherever it connects next.
 */
final class Handle implements Link, Store, Session {

    private static final long NOT_YET = 0;

    private static final class Pending {
        private final Runnable lost;
        private boolean survives;

        Pending(Runnable lost) {
            this.lost = lost;
        }
    }

    private final World world;
    private final Ensemble ensemble;
    private final ProcessTimeline timeline;
    private final Network network;
    private final Runnable onStateChange;
    private final Set<Pending> pending = new LinkedHashSet<>();
    private final Map<String, Watcher> watched = new LinkedHashMap<>();
    private final Map<String, Watcher> setNow = new LinkedHashMap<>();
    private Server server;
    private long session = NOT_YET;
    private int epoch;
    private boolean connected;
    private boolean alive = true;
    private boolean leaked;
    private boolean muted;
    private boolean deaf;
    private boolean loseNextAnswer;
    private boolean loseNextRequest;
    private boolean wrote;
    private long lastUp;
    private long lastDown;
    private long lastHeard;
    private int lastSeen;

    Handle(World world, Ensemble ensemble, ProcessTimeline timeline, Network network, Runnable onStateChange) {
        this.world = world;
        this.ensemble = ensemble;
        this.timeline = timeline;
        this.network = network;
        this.onStateChange = onStateChange;
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

    /** The next write is applied, and its answer lost with the connection. */
    void loseNextAnswer() {
        loseNextAnswer = true;
    }

    /** The next request is lost with the connection. */
    void loseNextRequest() {
        loseNextRequest = true;
    }

    /** What was to be lost and has not been yet is not any more. */
    void heal() {
        loseNextAnswer = false;
        loseNextRequest = false;
    }

    @Override
    public <A> void ask(Supplier<A> atServer, Consumer<A> then, Runnable lost) {
        if (!connected) {
            world.in(MILLI, lost);
            return;
        }
        if (loseNextRequest) {
            loseNextRequest = false;
            world.counters().add("request lost");
            world.in(MILLI, lost);
            cut();
            return;
        }
        Pending asked = new Pending(lost);
        pending.add(asked);
        int sentIn = epoch;
        Server to = server;
        muted |= network.losesRequests();
        if (!muted) {
            lastUp = Math.max(lastUp, world.now() + network.requestLatency());
            world.in(lastUp - world.now(), () -> arrive(asked, sentIn, to, atServer, then));
        }
    }

    private <A> void arrive(Pending asked, int sentIn, Server to, Supplier<A> atServer, Consumer<A> then) {
        boolean late = asked.survives && !connected && to.isUp() && ensemble.hasQuorum();
        if ((epoch != sentIn && !late) || session == NOT_YET) {
            return;
        }
        if (!ensemble.zooKeeper().isAlive(session)) {
            cut();
            return;
        }
        ensemble.heard(to, session);
        wrote = false;
        setNow.clear();
        A answer = atServer.get();
        Map<String, Watcher> set = Map.copyOf(setNow);
        if (late) {
            world.counters().add("request applied after the cut");
        } else if (wrote && loseNextAnswer) {
            loseNextAnswer = false;
            world.counters().add("answer lost");
            cut();
        } else {
            down(() -> {
                pending.remove(asked);
                watched.putAll(set);
                then.accept(answer);
            });
        }
    }

    /** Brings something to the client, after all before it, unless the connection goes first. */
    private void down(Runnable what) {
        int sentIn = epoch;
        int seen = server.applied();
        deaf |= network.losesAnswers();
        if (deaf) {
            return; // a stream does not leave anything out: nothing comes any more
        }
        lastDown = Math.max(lastDown, world.now() + network.answerLatency());
        world.in(lastDown - world.now(), () -> {
            if (epoch == sentIn) {
                lastHeard = world.now();
                lastSeen = Math.max(lastSeen, seen);
                what.run();
            }
        });
    }

    /** The server sends that something watched has changed. */
    void sendEvent(String path, boolean deleted) {
        down(() -> {
            Watcher watcher = watched.remove(path);
            if (watcher == null) {
                return;
            }
            if (network.losesEvents() && !world.onceIn(3)) {
                world.counters().add("event lost");
                world.tell(() -> "session " + session + ": the event of " + path + " is lost");
            } else {
                watcher.fired(path, deleted);
            }
        });
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
                () -> transact(session, ops),
                reply -> timeline.execute(() -> answer.accept(
                        reply.code() == Code.OK ? new Proof.Confirmed() : new Proof.Refuted(reply.applied()))),
                () -> timeline.execute(() -> answer.accept(new Proof.Unanswered())));
    }

    @Override
    public Answer transact(long by, List<Op> ops) {
        Answer answer = ensemble.zooKeeper().transact(by, ops);
        wrote = true;
        sync();
        return answer;
    }

    @Override
    public void sync() {
        server.catchUp(ensemble.log().size());
    }

    @Override
    public Optional<Znode> read(String path) {
        return server.read(path);
    }

    @Override
    public Optional<Znode> read(String path, Watcher watcher) {
        Optional<Znode> found = server.read(path);
        if (found.isPresent()) {
            server.watch(path, this);
            setNow.put(path, watcher);
        }
        return found;
    }

    @Override
    public List<String> children(String path) {
        String prefix = path + "/";
        return server.view().subMap(prefix, path + "0").keySet().stream()
                .map(each -> each.substring(prefix.length()))
                .toList();
    }

    @Override
    public void unwatch(Watcher watcher) {
        watched.clear();
        server.unwatch(this);
    }

    /** The connection goes; some of the requests that are under way still arrive, the first ones. */
    void cut() {
        if (!connected) {
            return;
        }
        connected = false;
        epoch++;
        server.detach(this);
        world.tell(() -> "session " + session + ": connection cut, " + pending.size() + " unanswered");
        boolean survives = true;
        for (Pending each : pending) {
            survives &= !world.onceIn(3);
            each.survives = survives;
            world.in(MILLI, each.lost);
        }
        pending.clear();
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
        epoch++;
        muted = false;
        deaf = false;
        lastHeard = world.now();
        server.attach(this);
        ensemble.connected(session, this);
        setWatchesAgain();
        onStateChange.run();
    }

    /** The client sends its table, in the table's order: the server answers at once for what has changed meanwhile. */
    private void setWatchesAgain() {
        long seen = lastSeen == 0 ? 0 : ensemble.log().get(lastSeen - 1).zxid();
        List<String> paths = new ArrayList<>(watched.keySet());
        Collections.shuffle(paths, new Random(world.random().nextLong()));
        for (String path : paths) {
            Optional<Znode> znode = server.read(path);
            if (znode.isEmpty() || znode.get().mzxid() > seen) {
                world.counters().add("watch replayed");
                sendEvent(path, znode.isEmpty());
            } else {
                server.watch(path, this);
            }
        }
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
