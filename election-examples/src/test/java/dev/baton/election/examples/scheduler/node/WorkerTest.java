package dev.baton.election.examples.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.examples.scheduler.jobs.Every;
import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.JdbcRunStore;
import dev.baton.election.examples.scheduler.store.Refusal;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunState;
import dev.baton.election.examples.scheduler.store.RunStore;
import dev.baton.election.examples.scheduler.store.TestTerm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker with real processes and a real store, turn by turn. */
class WorkerTest {

    private static final Instant T0 = Instant.parse("2026-06-01T10:00:00Z");
    private static final TestTerm TERM = TestTerm.of(7);

    @TempDir
    private Path dir;

    private RunStore store;
    private final List<NodeEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() {
        store = JdbcRunStore.open("jdbc:sqlite:" + dir.resolve("scheduler.db"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aRunGetsItsEnvironmentAndItsResultIsReported() {
        Worker worker =
                worker(shell("env", "echo $BATON_JOB $BATON_SCHEDULED_TIME $BATON_ATTEMPT $BATON_WORKER $BATON_TOKEN"));
        assign("env", "w");

        turnUntil(worker, RunState.SUCCEEDED);

        assertThat(events)
                .last()
                .satisfies(event -> assertThat(event.text()).isEqualTo("env 2026-06-01T10:00:00Z 1 w " + TERM.token()));
    }

    @Test
    void argumentsReachTheProgramUntouched() {
        Worker worker = worker(job("args", List.of("printf", "<%s>", "a b", "$HOME", "*", "'\"")));
        assign("args", "w");

        turnUntil(worker, RunState.SUCCEEDED);

        assertThat(events).last().satisfies(event -> assertThat(event.text()).isEqualTo("<a b><$HOME><*><'\">"));
    }

    @Test
    void aFailureIsReportedAsOne() {
        Worker worker = worker(shell("bad", "echo broken; exit 3"));
        assign("bad", "w");

        turnUntil(worker, RunState.FAILED);

        assertThat(events).last().satisfies(event -> assertThat(event.text()).isEqualTo("broken"));
    }

    @Test
    void aProgramThatIsNotThereIsAFailure() {
        Worker worker = worker(job("none", List.of("no-such-program-here")));
        assign("none", "w");

        turnUntil(worker, RunState.FAILED);

        assertThat(events).last().satisfies(event -> assertThat(event.text()).contains("no-such-program-here"));
    }

    @Test
    void aRunPastItsTimeIsKilledWithItsTree() throws Exception {
        Path pids = dir.resolve("pids");
        Job slow = new Job(
                "slow",
                List.of("sh", "-c", "sleep 60 & echo $! > " + pids + "; sleep 60"),
                new Every(Duration.ofHours(1)),
                Duration.ofMillis(300));
        Worker worker = worker(slow);
        assign("slow", "w");

        turnUntil(worker, RunState.FAILED);

        assertThat(events).last().satisfies(event -> assertThat(event.text()).contains("killed after its timeout"));
        awaitGone(pids);
    }

    /** F23, F24: the store, not the connection to ZooKeeper, says whose a run is. */
    @Test
    void aRunGivenToAnotherIsStoppedWithItsTree() throws Exception {
        Path pids = dir.resolve("pids");
        Worker worker = worker(shell("long", "sleep 60 & echo $! > " + pids + "; wait"));
        assign("long", "w");
        worker.turn();
        Awaitility.await().until(() -> Files.exists(pids) && Files.size(pids) > 0);
        Run run = store.openRuns().get(0);
        store.takeBack(TERM, List.of(new Assignment(run.currentAttempt(), "w")));

        worker.turn();

        awaitGone(pids);
        assertThat(events).last().satisfies(event -> assertThat(event.kind()).isEqualTo(EventKind.STOPS));
        assertThat(store.openRuns())
                .singleElement()
                .satisfies(again -> assertThat(again.attempt()).isEqualTo(2));
    }

    @Test
    void theReportOfARunGivenToAnotherIsRefused() throws Exception {
        Path go = dir.resolve("go");
        Worker worker = worker(shell("late", "while [ ! -e " + go + " ]; do sleep 0.05; done"));
        assign("late", "w");
        worker.turn();
        Run run = store.openRuns().get(0);
        store.takeBack(TERM, List.of(new Assignment(run.currentAttempt(), "w")));
        Files.createFile(go);
        Awaitility.await()
                .until(() -> ProcessHandle.current()
                        .children()
                        .noneMatch(
                                child -> child.info().commandLine().orElse("").contains("baton-guard")));

        worker.turn();

        assertThat(store.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.author()).isEqualTo(Refusal.WORKER));
        assertThat(store.openRuns()).extracting(Run::state).containsExactly(RunState.WAITING);
    }

    @Test
    void whatIsAssignedToAnotherIsNotStarted() {
        Worker worker = worker(shell("x", "exit 0"));
        assign("x", "other");

        worker.turn();

        assertThat(store.openRuns()).extracting(Run::state).containsExactly(RunState.ASSIGNED);
    }

    /** The answer to its start was lost: nobody else can have started it, so it is not left to hang. */
    @Test
    void aRunThatIsItsOwnByTheStoreButNotUnderWayIsStarted() {
        Worker worker = worker(shell("x", "exit 0"));
        assign("x", "w");
        store.start(new Assignment(store.openRuns().get(0).currentAttempt(), "w"), T0);

        turnUntil(worker, RunState.SUCCEEDED);
    }

    @Test
    void leavingGivesBackWhatDoesNotEndInTime() {
        Worker worker = worker(shell("long", "sleep 60"));
        assign("long", "w");
        worker.turn();

        worker.drain(Duration.ofMillis(200));

        assertThat(store.openRuns()).singleElement().satisfies(run -> {
            assertThat(run.state()).isEqualTo(RunState.WAITING);
            assertThat(run.attempt()).isEqualTo(2);
        });
    }

    @Test
    void leavingWaitsForWhatEndsInTime() {
        Worker worker = worker(shell("short", "sleep 0.3"));
        assign("short", "w");
        worker.turn();

        worker.drain(Duration.ofSeconds(20));

        assertThat(store.allRuns()).extracting(Run::state).containsExactly(RunState.SUCCEEDED);
    }

    private Worker worker(Job job) {
        return new Worker("w", store, List.of(job), Clock.systemUTC(), events::add);
    }

    private void assign(String job, String worker) {
        store.submit(TERM, job, List.of(T0), T0);
        store.assign(TERM, List.of(new Assignment(store.openRuns().get(0).currentAttempt(), worker)));
    }

    private void turnUntil(Worker worker, RunState state) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            worker.turn();
            return store.allRuns().get(0).state() == state;
        });
    }

    private static void awaitGone(Path pidFile) throws Exception {
        long pid = Long.parseLong(Files.readString(pidFile).strip());
        Awaitility.await()
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    private static Job shell(String name, String line) {
        return job(name, List.of("/bin/sh", "-c", line));
    }

    private static Job job(String name, List<String> command) {
        return new Job(name, command, new Every(Duration.ofHours(1)), Duration.ofSeconds(30));
    }
}
