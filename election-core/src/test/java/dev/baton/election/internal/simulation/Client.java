package dev.baton.election.internal.simulation;

import dev.baton.election.internal.loop.Sessions;
import java.time.Duration;
import java.util.Optional;

/** A process' client: says which session it has as the adapter does, by looking again whenever there is a reason to. */
final class Client implements Sessions {

    private final World world;
    private final Ensemble ensemble;
    private final ProcessTimeline timeline;
    private final Network network;
    private Handle handle;
    private Optional<Handle> current = Optional.empty();
    private Optional<Follower> follower = Optional.empty();
    private boolean connected;

    Client(World world, Ensemble ensemble, ProcessTimeline timeline, Network network) {
        this.world = world;
        this.ensemble = ensemble;
        this.timeline = timeline;
        this.network = network;
        this.handle = newHandle();
    }

    private Handle newHandle() {
        return new Handle(world, ensemble, timeline, network, this::lookSoon);
    }

    Handle handle() {
        return handle;
    }

    @Override
    public void follow(Follower told) {
        follower = Optional.of(told);
        lookRepeatedly();
    }

    @Override
    public void stop() {
        follower = Optional.empty();
    }

    private void lookSoon() {
        world.in(network.newsLatency(), () -> timeline.execute(this::look));
    }

    private void lookRepeatedly() {
        if (follower.isPresent()) {
            look();
            timeline.schedule(Duration.ofSeconds(2), this::lookRepeatedly);
        }
    }

    private void look() {
        follower.ifPresent(this::look);
    }

    private void look(Follower told) {
        if (!handle.isAlive()) {
            handle = newHandle();
        }
        if (current.isPresent() && !current.get().isAlive()) {
            end(told);
        }
        boolean before = connected;
        connected = handle.isConnected();
        if (!connected) {
            if (before) {
                told.disconnected();
            }
            return;
        }
        boolean same = current.equals(Optional.of(handle));
        if (same && !before) {
            told.reconnected();
        } else if (!same) {
            end(told);
            current = Optional.of(handle);
            told.opened(handle);
        }
    }

    private void end(Follower told) {
        if (current.isPresent()) {
            current = Optional.empty();
            told.ended();
        }
    }
}
