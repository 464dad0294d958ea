package dev.baton.election.internal.simulation;

/**
 * What a client and a server send each other: in order both ways, on one connection after another. What is under way on a
 * connection that went does not arrive on the next.
 */
final class Stream {

    private final World world;
    private final Network network;
    private int connection;
    private long lastUp;
    private long lastDown;
    private boolean muted;
    private boolean deaf;

    Stream(World world, Network network) {
        this.world = world;
        this.network = network;
    }

    /** The number of the connection. */
    int connection() {
        return connection;
    }

    /** The connection is another from now on. */
    void replace() {
        connection++;
        muted = false;
        deaf = false;
    }

    /** Brings something to the server, after all before it. A stream leaves nothing out: once lossy, nothing comes. */
    void up(Runnable what) {
        muted |= network.losesRequests();
        if (!muted) {
            lastUp = Math.max(lastUp, world.now() + network.requestLatency());
            world.in(lastUp - world.now(), what);
        }
    }

    /** Brings something to the client, after all before it, unless the connection goes first. */
    void down(Runnable what) {
        deaf |= network.losesAnswers();
        if (!deaf) {
            int sentOn = connection;
            lastDown = Math.max(lastDown, world.now() + network.answerLatency());
            world.in(lastDown - world.now(), () -> {
                if (connection == sentOn) {
                    what.run();
                }
            });
        }
    }
}
