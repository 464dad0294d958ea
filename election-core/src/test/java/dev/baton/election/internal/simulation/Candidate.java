package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.simulation.World.SECOND;

import dev.baton.election.internal.loop.Candidacy;
import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.ElectionLoop;
import dev.baton.election.internal.loop.Pace;
import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.Own;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** One process with one candidate: the real loop, lease, driver and machine, on a simulated client, clock and network. */
final class Candidate {

    /** How one process differs from another, and stays when it is started again. */
    record Nature(int number, int priority, long permille, boolean stepsDown) {}

    static final Duration LISTENER_TIME = Duration.ofSeconds(7);
    /** For so long after a trouble is over a process may still be busy with it. */
    private static final long AFTERMATH = 12 * SECOND;

    private final World world;
    private final Ensemble ensemble;
    private final String name;
    private final String object;
    private final ProcessTimeline timeline;
    private final Network network;
    private final Client client;
    private final User user;
    private final ElectionDriver driver;
    private long disturbedUntil;
    private boolean gone;
    private boolean closing;

    /**
     * Starts a process.
     *
     * @param start how often it was started before
     */
    Candidate(World world, Ensemble ensemble, Referee referee, Nature nature, int start) {
        this.world = world;
        this.ensemble = ensemble;
        this.name = (char) ('a' + nature.number()) + "" + start;
        this.object = String.format(Locale.ROOT, "%08x%08x", nature.number(), start);
        this.timeline = new ProcessTimeline(world, world.random().nextLong(), nature.permille());
        this.network = new Network(world);
        this.client = new Client(world, ensemble, timeline, network);
        this.user = new User(world, this, referee);
        Pace pace = new Pace(LISTENER_TIME, Duration.ofNanos(Ensemble.TICK));
        this.driver = new ElectionLoop(
                        timeline, client, new Random(world.random().nextLong()))
                .add(
                        object,
                        new CandidatePlace(world, name, nature.priority()),
                        user,
                        new Candidacy(pace, nature.stepsDown(), false));
        disturbed(0);
        world.tell(() -> name + " starts, " + nature);
    }

    String name() {
        return name;
    }

    ProcessTimeline timeline() {
        return timeline;
    }

    Network network() {
        return network;
    }

    Handle handle() {
        return client.handle();
    }

    User user() {
        return user;
    }

    ElectionDriver driver() {
        return driver;
    }

    Optional<Own> own() {
        return driver.snapshot().state().node();
    }

    boolean isOwn(CandidateName znode) {
        return znode.object().equals(object);
    }

    /** Whether it stands, or is about to. */
    boolean isLive() {
        return !gone && !closing;
    }

    boolean isGone() {
        return gone;
    }

    /** Takes note of a trouble that lasts so long. */
    void disturbed(long span) {
        disturbedUntil = Math.max(disturbedUntil, world.now() + span + AFTERMATH);
    }

    /** Whether an event reaches it at once, and would have for a while. */
    boolean wasCalmSince(long time) {
        return disturbedUntil < time && !timeline.isStopped() && client.handle().isConnected();
    }

    void pause(long span) {
        disturbed(span);
        timeline.stop();
        world.in(span, timeline::resume);
    }

    /** Kills it; the server finds out by itself. */
    void kill() {
        gone = true;
        world.tell(() -> name + " is killed");
        user.vanish();
        timeline.kill();
        client.handle().drop();
    }

    void close() {
        if (isLive()) {
            closing = true;
            world.tell(() -> name + " is closed");
            driver.close(LISTENER_TIME);
        }
    }

    /** The election has left nothing behind, as it says; so its process ends, and with it the session. */
    void finished() {
        gone = true;
        long session = client.handle().session();
        timeline.kill();
        client.handle().drop();
        world.in(World.MILLI, () -> ensemble.close(session));
    }
}
