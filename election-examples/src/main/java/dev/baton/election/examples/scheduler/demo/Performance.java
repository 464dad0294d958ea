package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.demo.Stage.Sighting;
import dev.baton.election.examples.scheduler.node.EventKind;
import dev.baton.election.examples.scheduler.store.RunStore;
import dev.baton.election.examples.scheduler.store.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The demo from its first node to its account. */
final class Performance implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);

    private final Plan plan;
    private final Workspace workspace;
    private final Stage stage;
    private final LiveLog log;
    private final RunStore store;
    private final Map<String, NodeProcess> nodes = new LinkedHashMap<>();

    Performance(Plan plan, Workspace workspace, Stage stage, LiveLog log, RunStore store) {
        this.plan = plan;
        this.workspace = workspace;
        this.stage = stage;
        this.log = log;
        this.store = store;
    }

    /** Plays it. */
    Summary play(String zookeeper) {
        // Closed until everybody is there: the demo is about a leader that is lost, not about one that is slow to come.
        Instant notYet = Instant.now();
        store.setWindow(new Window(Optional.of(notYet), Optional.of(notYet)));
        for (int i = 1; i <= plan.nodes(); i++) {
            String name = "node-" + i;
            nodes.put(name, NodeProcess.start(name, plan, workspace, zookeeper, event -> stage.heard(name, event)));
        }
        awaitEverybody();
        Instant opens = Instant.now();
        store.setWindow(new Window(Optional.of(opens), Optional.empty()));
        Optional<Failover> failover = passTheTime(opens);
        // Nothing is submitted any more that is due after now, whoever leads; what was due before is still done.
        Instant closes = Instant.now();
        store.setWindow(new Window(Optional.of(opens), Optional.of(closes)));
        log.stage("nothing new is scheduled; what was due is still done");
        awaitDone(opens, closes);
        Account account = account(opens, closes);
        close();
        return new Summary(plan, account, store.refusals(), store.terms(), failover);
    }

    private void awaitEverybody() {
        long begin = System.nanoTime();
        while (!stage.isEnding() && !(stage.leader().isPresent() && stage.count(EventKind.UP) == plan.nodes())) {
            failIfANodeFailed();
            if (System.nanoTime() - begin > START.toNanos()) {
                throw new DemoException(
                        ExitCode.NO_LEADER,
                        "no leader and " + plan.nodes() + " nodes within " + START.toSeconds() + "s");
            }
            stage.passTime(Duration.ofMillis(50));
        }
    }

    private Optional<Failover> passTheTime(Instant opens) {
        Optional<Failover> failover = Optional.empty();
        if (plan.fault() != Fault.NONE) {
            stage.passTime(Duration.between(Instant.now(), opens.plus(plan.faultTime())));
            failover = new FaultScene(plan, nodes, stage, log, store).play();
        }
        stage.passTime(Duration.between(Instant.now(), opens.plus(plan.length())));
        failIfANodeFailed();
        return failover;
    }

    private void failIfANodeFailed() {
        for (NodeProcess node : nodes.values()) {
            if (node.failed()) {
                log.stage(node.name() + " ended by itself or was killed by somebody, " + node.lastWords());
            }
        }
        if (nodes.values().stream().noneMatch(NodeProcess::isAlive)) {
            throw new DemoException(ExitCode.ERROR, "no node is left");
        }
    }

    /** Even the last run may have been taken back from a worker that is gone, and begin anew. */
    private void awaitDone(Instant opens, Instant closes) {
        Duration longest = plan.jobs().stream()
                .map(job -> job.timeout())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        Duration limit = stage.isEnding()
                ? Duration.ofSeconds(8)
                : longest.multipliedBy(2)
                        .plus(plan.sessionTimeout().multipliedBy(2))
                        .plusSeconds(10);
        long deadline = System.nanoTime() + limit.toNanos();
        Account account = account(opens, closes);
        while (System.nanoTime() < deadline && account.done() < account.due()) {
            pause(Duration.ofMillis(100));
            account = account(opens, closes);
        }
    }

    private Account account(Instant opens, Instant closes) {
        return Account.of(
                plan.jobs(),
                Set.copyOf(plan.ledgered()),
                opens,
                closes,
                store.allRuns(),
                Ledger.read(workspace.ledger()));
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all nodes: the leader last, or the baton would be passed on among those that end. */
    @Override
    public void close() {
        Optional<String> leader = stage.leader().map(Sighting::node);
        nodes.values().stream()
                .filter(node -> !leader.equals(Optional.of(node.name())))
                .forEach(NodeProcess::terminate);
        nodes.values().stream()
                .filter(node -> !leader.equals(Optional.of(node.name())))
                .forEach(Performance::end);
        leader.map(nodes::get).ifPresent(node -> {
            node.terminate();
            end(node);
        });
        nodes.clear();
    }

    private static void end(NodeProcess node) {
        if (!node.awaitEnd(Duration.ofSeconds(15))) {
            node.kill();
            node.awaitEnd(Duration.ofSeconds(5));
        }
    }
}
