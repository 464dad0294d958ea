package dev.baton.election.internal.simulation;

/** How well one process reaches the ensemble; every trouble ends at its own time. */
final class Network {

    private static final long USUAL = 4 * World.MILLI;
    private static final long SLOW = 400 * World.MILLI;
    /** A stream sends again what was lost, for a while. */
    private static final long PATIENCE = 2 * World.SECOND;

    private final World world;
    private boolean losesNextRequest;
    private boolean losesNextAnswer;
    private long muteUntil;
    private long deafUntil;
    private long slowUntil;
    private long forgetfulUntil;
    private long lateNewsUntil;

    Network(World world) {
        this.world = world;
    }

    /** Requests get lost. */
    void mute(long span) {
        muteUntil = Math.max(muteUntil, world.now() + span);
    }

    /** Answers and events get lost. */
    void deafen(long span) {
        deafUntil = Math.max(deafUntil, world.now() + span);
    }

    /** Everything takes long. */
    void slow(long span) {
        slowUntil = Math.max(slowUntil, world.now() + span);
    }

    /** Events of watches get lost, which no ZooKeeper does. */
    void forget(long span) {
        forgetfulUntil = Math.max(forgetfulUntil, world.now() + span);
    }

    /** What the client says of its connection comes late, and so in another order with all else. */
    void delayNews(long span) {
        lateNewsUntil = Math.max(lateNewsUntil, world.now() + span);
    }

    /** The next request is lost with the connection. */
    void loseNextRequest() {
        losesNextRequest = true;
    }

    /** The next write is applied, and its answer lost with the connection. */
    void loseNextAnswer() {
        losesNextAnswer = true;
    }

    /** Whether this request is the one to be lost. */
    boolean takesRequest() {
        boolean taken = losesNextRequest;
        losesNextRequest = false;
        if (taken) {
            world.counters().add("request lost");
        }
        return taken;
    }

    /** Whether this answer is the one to be lost. */
    boolean takesAnswer() {
        boolean taken = losesNextAnswer;
        losesNextAnswer = false;
        if (taken) {
            world.counters().add("answer lost");
        }
        return taken;
    }

    void heal() {
        losesNextRequest = false;
        losesNextAnswer = false;
        muteUntil = 0;
        deafUntil = 0;
        slowUntil = 0;
        forgetfulUntil = 0;
        lateNewsUntil = 0;
    }

    /** Whether requests get lost for so long that the connection gives up sending them again. */
    boolean losesRequests() {
        return world.now() + PATIENCE < muteUntil;
    }

    boolean losesAnswers() {
        return world.now() + PATIENCE < deafUntil;
    }

    /** How long the next request takes. */
    long requestLatency() {
        return latency() + Math.max(0, muteUntil - world.now());
    }

    /** How long the next answer or event takes. */
    long answerLatency() {
        return latency() + Math.max(0, deafUntil - world.now());
    }

    boolean losesEvents() {
        return world.now() < forgetfulUntil;
    }

    boolean isOpen() {
        return world.now() >= muteUntil && world.now() >= deafUntil;
    }

    private long latency() {
        boolean slow = world.now() < slowUntil || world.onceIn(100);
        return 100_000 + world.upTo(slow ? SLOW : USUAL);
    }

    /** How long the next news of the connection takes. */
    long newsLatency() {
        return world.upTo(world.now() < lateNewsUntil ? 2 * World.SECOND : 20 * World.MILLI);
    }
}
