package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.demo.Stage.Sighting;
import dev.baton.election.examples.scheduler.node.DemoControl;
import dev.baton.election.examples.scheduler.node.EventKind;
import dev.baton.election.examples.scheduler.store.RunState;
import dev.baton.election.examples.scheduler.store.RunStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The scene that the demo is about: something happens to the leader, and another goes on. */
final class FaultScene {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Plan plan;
    private final Map<String, NodeProcess> nodes;
    private final Stage stage;
    private final LiveLog log;
    private final RunStore store;

    FaultScene(Plan plan, Map<String, NodeProcess> nodes, Stage stage, LiveLog log, RunStore store) {
        this.plan = plan;
        this.nodes = nodes;
        this.stage = stage;
        this.log = log;
        this.store = store;
    }

    /** Plays it; absent if the user ended the demo before it was over. */
    Optional<Failover> play() {
        if (plan.faultAfter().isEmpty()) {
            awaitRunOnLeader();
        }
        Optional<Sighting> leader = stage.leader();
        if (leader.isEmpty() || stage.isEnding()) {
            return Optional.empty();
        }
        NodeProcess node = nodes.get(leader.get().node());
        String token = leader.get().event().subject();
        return switch (plan.fault()) {
            case KILL -> {
                long at = System.nanoTime();
                node.kill();
                log.fault("kill -9 " + node.pid() + " (" + node.name() + ", the leader)");
                yield failover(at, token);
            }
            case STOP -> {
                long at = System.nanoTime();
                node.terminate();
                log.fault("kill -TERM " + node.pid() + " (" + node.name() + ", the leader)");
                yield failover(at, token);
            }
            case PAUSE -> pause(node, token);
            case NONE -> Optional.empty();
        };
    }

    /** A leader that dies with nothing on its hands shows less. */
    private void awaitRunOnLeader() {
        long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() < deadline && !stage.isEnding() && !leaderRunsSomething()) {
            stage.passTime(Duration.ofMillis(50));
        }
    }

    private boolean leaderRunsSomething() {
        Optional<String> leader = stage.leader().map(Sighting::node);
        return leader.isPresent()
                && store.openRuns().stream()
                        .anyMatch(run -> run.state() == RunState.RUNNING
                                && run.worker().orElse("").startsWith(leader.get() + "."));
    }

    private Optional<Failover> pause(NodeProcess node, String token) {
        long asked = System.nanoTime();
        node.say(DemoControl.HOLD);
        Optional<Sighting> held = stage.await(
                asked, PATIENCE, seen -> seen.is(EventKind.HOLDS) && seen.node().equals(node.name()));
        long at = System.nanoTime();
        node.pause();
        log.fault("kill -STOP " + node.pid() + " (" + node.name() + ", the leader"
                + (held.isPresent() ? ", between a decision and its write)" : ")"));
        Optional<Failover> failover = failover(at, token);
        Duration over = plan.bound().minus(Duration.ofNanos(System.nanoTime() - at));
        stage.passTime(over.isNegative() ? Duration.ofSeconds(1) : over);
        long woken = System.nanoTime();
        node.say(DemoControl.RELEASE);
        node.goOn();
        log.fault("kill -CONT " + node.pid() + " (" + node.name() + ", which believes that it leads)");
        Optional<Sighting> refused = stage.await(
                woken,
                PATIENCE,
                seen -> seen.is(EventKind.REFUSED)
                        && seen.node().equals(node.name())
                        && seen.event().subject().equals(token));
        if (refused.isEmpty() && !stage.isEnding()) {
            throw new DemoException(
                    ExitCode.NOT_REFUSED, "no write of the woken leader under token " + token + " was refused");
        }
        return failover;
    }

    private Optional<Failover> failover(long at, String token) {
        Optional<Sighting> next = stage.await(
                at,
                plan.bound().plus(PATIENCE),
                seen -> seen.is(EventKind.ACTS) && seen.event().subject().compareTo(token) > 0);
        if (next.isEmpty()) {
            if (stage.isEnding()) {
                return Optional.empty();
            }
            throw new DemoException(
                    ExitCode.NO_LEADER,
                    "no next leader within " + plan.bound().plus(PATIENCE).toMillis() + "ms after the fault");
        }
        Duration gap = Duration.ofNanos(next.get().nanos() - at);
        boolean within = gap.compareTo(plan.bound()) <= 0;
        log.stage(next.get().node() + " leads and writes " + gap.toMillis() + "ms after the fault"
                + (within ? "" : ", later than the promised " + plan.bound().toMillis() + "ms"));
        return Optional.of(new Failover(gap, within));
    }
}
