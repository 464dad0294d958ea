package dev.baton.election.examples.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.ElectionException;
import dev.baton.election.FencedException;
import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import dev.baton.election.examples.scheduler.jobs.Every;
import dev.baton.election.examples.scheduler.jobs.Job;
import dev.baton.election.examples.scheduler.store.Assignment;
import dev.baton.election.examples.scheduler.store.JdbcRunStore;
import dev.baton.election.examples.scheduler.store.Outcome;
import dev.baton.election.examples.scheduler.store.Run;
import dev.baton.election.examples.scheduler.store.RunState;
import dev.baton.election.examples.scheduler.store.RunStore;
import dev.baton.election.examples.scheduler.store.TermRecord;
import dev.baton.election.examples.scheduler.store.TestTerm;
import dev.baton.election.examples.scheduler.store.Window;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One term of a coordinator, round by round, on a real store and a clock that is moved by hand. */
class CoordinatorTest {

    private static final Instant START = Instant.parse("2026-06-01T10:00:00Z");
    private static final List<Job> JOBS =
            List.of(new Job("beat", List.of("true"), new Every(Duration.ofSeconds(1)), Duration.ofSeconds(5)));

    @TempDir
    private Path dir;

    private RunStore store;
    private final MovedClock clock = new MovedClock();
    private final FixedRoster roster = new FixedRoster();
    private final List<NodeEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() {
        store = JdbcRunStore.open("jdbc:sqlite:" + dir.resolve("scheduler.db"));
        store.setWindow(new Window(Optional.of(START), Optional.empty()));
        roster.present = List.of(new Presence("a.1", true), new Presence("b.1", true));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void dueRunsAreSubmittedAndGivenOut() {
        Coordinator coordinator = coordinator(new FakeOffice(1));
        clock.now = START.plusSeconds(2);

        assertThat(coordinator.round()).isTrue();

        assertThat(store.allRuns())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.state()).isEqualTo(RunState.ASSIGNED));
        assertThat(store.allRuns())
                .extracting(run -> run.worker().orElseThrow())
                .containsExactly("a.1", "b.1");
    }

    /** F26: what runs is adopted, with its attempt, by whoever comes next. */
    @Test
    void theNextTermLeavesRunningRunsWithTheirWorkers() {
        clock.now = START.plusSeconds(2);
        coordinator(new FakeOffice(1)).round();
        store.openRuns().forEach(run -> store.start(assignment(run), clock.now));
        List<Run> before = store.allRuns();

        coordinator(new FakeOffice(2)).round();

        assertThat(store.allRuns()).isEqualTo(before);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.ADOPTS);
            assertThat(event.subject()).isEqualTo("2");
        });
    }

    /** F30: a time that fell between two terms. */
    @Test
    void aTimeInTheGapIsSubmittedOnceByTheNextTerm() {
        clock.now = START.plusSeconds(1);
        coordinator(new FakeOffice(1)).round();
        clock.now = START.plusSeconds(7);

        coordinator(new FakeOffice(2)).round();
        coordinator(new FakeOffice(3)).round();

        assertThat(store.allRuns())
                .extracting(run -> run.id().scheduledTime())
                .containsExactly(
                        START.plusSeconds(1),
                        START.plusSeconds(2),
                        START.plusSeconds(3),
                        START.plusSeconds(4),
                        START.plusSeconds(5),
                        START.plusSeconds(6),
                        START.plusSeconds(7));
    }

    @Test
    void unfinishedRunsOfALostWorkerGetANewAttemptAndItsFinishedOnesDoNot() {
        clock.now = START.plusSeconds(3);
        Coordinator coordinator = coordinator(new FakeOffice(1));
        coordinator.round();
        List<Run> ofA = store.openRunsOf("a.1");
        store.start(assignment(ofA.get(0)), clock.now);
        store.report(assignment(ofA.get(0)), new Outcome(true, OptionalInt.of(0), "", clock.now));
        roster.present = List.of(new Presence("b.1", true));

        coordinator.round();

        List<Run> runs = store.allRuns();
        assertThat(runs)
                .filteredOn(run -> run.id().equals(ofA.get(0).id()))
                .extracting(Run::attempt)
                .containsExactly(1);
        assertThat(runs)
                .filteredOn(run -> run.id().equals(ofA.get(1).id()))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.attempt()).isEqualTo(2);
                    assertThat(run.worker()).hasValue("b.1");
                });
    }

    /** F01, R13: the deposed leader's write is refused, and its coordinator ends. */
    @Test
    void aDeposedCoordinatorIsRefusedAndResigns() {
        FakeOffice old = new FakeOffice(1);
        Coordinator deposed = coordinator(old);
        clock.now = START.plusSeconds(1);
        deposed.round();
        store.begin(TestTerm.of(2), clock.now);
        clock.now = START.plusSeconds(2);

        assertThat(deposed.round()).isFalse();

        assertThat(store.allRuns()).hasSize(1);
        assertThat(store.refusals()).hasSize(1);
        assertThat(old.resigned).isTrue();
        assertThat(events).filteredOn(is(EventKind.REFUSED)).hasSize(2);
    }

    @Test
    void aStoreOfAnotherEnsembleIsToldFromALostTerm() {
        store.begin(TestTerm.of(99, "elsewhere"), START);
        FakeOffice office = new FakeOffice(1);
        office.zooKeeperAgrees = true;

        coordinator(office).round();

        assertThat(events)
                .filteredOn(is(EventKind.TROUBLE))
                .singleElement()
                .satisfies(event -> assertThat(event.text()).contains("belongs to another ensemble"));
    }

    @Test
    void aTermThatIsNotHeldDoesNothing() {
        FakeOffice office = new FakeOffice(1);
        office.held = false;

        assertThat(coordinator(office).round()).isFalse();

        assertThat(store.terms()).isEmpty();
    }

    @Test
    void nobodyIsDeclaredDeadWhenZooKeeperDoesNotAnswer() {
        clock.now = START.plusSeconds(1);
        Coordinator coordinator = coordinator(new FakeOffice(1));
        coordinator.round();
        roster.answers = false;

        assertThat(coordinator.round()).isTrue();

        assertThat(store.allRuns()).extracting(Run::attempt).containsExactly(1);
        assertThat(events).filteredOn(is(EventKind.TROUBLE)).hasSize(1);
    }

    /** F27: gained and lost ten times by the same node; the timers of a term end with it. */
    @Test
    void aTermsThreadEndsWithIt() {
        for (int term = 1; term <= 10; term++) {
            Coordinator coordinator = coordinator(new FakeOffice(term));
            coordinator.start();
            int terms = term;
            Awaitility.await().until(() -> store.terms().size() == terms);
            coordinator.close("RESIGNED", Duration.ofSeconds(5));
        }

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("coordinator-"));
        assertThat(store.terms()).extracting(TermRecord::reason).containsOnly(Optional.of("RESIGNED"));
    }

    private Coordinator coordinator(Office office) {
        return new Coordinator(office, store, JOBS, roster, clock, events::add);
    }

    private static Assignment assignment(Run run) {
        return new Assignment(run.currentAttempt(), run.worker().orElseThrow());
    }

    private static Predicate<NodeEvent> is(EventKind kind) {
        return event -> event.kind() == kind;
    }

    private static final class FakeOffice implements Office {

        private final FencingToken token;
        private boolean held = true;
        private boolean resigned;
        private boolean zooKeeperAgrees;
        private int proclamations;

        FakeOffice(long zxid) {
            this.token = new FencingToken(zxid, 1);
        }

        @Override
        public TermId id() {
            return new TermId(token, holder());
        }

        @Override
        public String holder() {
            return "node-" + token.zxid();
        }

        @Override
        public boolean isHeld() {
            return held;
        }

        @Override
        public void proclaim() {
            if (proclamations++ > 0 && !zooKeeperAgrees) {
                ElectionException refused = new FencedException("over", null);
                throw refused;
            }
        }

        @Override
        public void resign() {
            resigned = true;
        }
    }

    private static final class FixedRoster implements Roster {

        private volatile List<Presence> present = new ArrayList<>();
        private boolean answers = true;

        @Override
        public void catchUp() {}

        @Override
        public List<Presence> read() throws RosterException {
            if (!answers) {
                throw new RosterException("no answer", new IllegalStateException("cut"));
            }
            return present;
        }
    }

    private static final class MovedClock extends Clock {

        private volatile Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }
    }
}
