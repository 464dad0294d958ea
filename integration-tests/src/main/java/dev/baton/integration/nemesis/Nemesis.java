package dev.baton.integration.nemesis;

import dev.baton.integration.candidate.Settings;
import dev.baton.integration.history.FaultKind;
import dev.baton.integration.history.History;
import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Ledger;
import dev.baton.integration.history.Sighting.Calm;
import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Healed;
import dev.baton.integration.history.Sighting.Run;
import dev.baton.integration.history.UnreadableHistoryException;
import dev.baton.integration.history.Verdict;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A run: real processes under random faults, of which each begins while others may still last; then all is healed, and
 * everybody must have a turn.
 */
public final class Nemesis {
    /** More at a time and nobody could say what a gap came from. */
    private static final int AT_ONCE = 3;

    private static final int CONTROLS = 5;
    private static final Duration AFTER_WAKING = Duration.ofSeconds(3);

    private final Options options;
    private final Journal journal;
    private final Random random;
    private final ExecutorService hands = Executors.newCachedThreadPool();
    private final List<Future<?>> acts = new ArrayList<>();
    private int number;

    private Nemesis(Options options, Journal journal) {
        this.options = options;
        this.journal = journal;
        this.random = new Random(options.seed());
    }

    /**
     * Makes a run.
     *
     * @return its history, whose files are in the options' directory
     * @throws IllegalStateException if it could not be made as it should, so that there is nothing to judge: for example if
     *     a server that was started again never served
     */
    public static History run(Options options) throws Exception {
        Files.createDirectories(options.out());
        Path own = options.out().resolve("nemesis.jsonl");
        Path ledger = options.out().resolve("ledger.jsonl");
        Settings settings = new Settings(
                "nemesis",
                "none",
                "/nemesis/election",
                "/nemesis/work",
                options.session(),
                options.tick(),
                options.recipe());
        List<Path> files = new ArrayList<>(List.of(own, ledger));
        try (PrintStream out = new PrintStream(Files.newOutputStream(own))) {
            Nemesis nemesis = new Nemesis(options, new Journal("nemesis", out));
            try (World world = new World(options.servers(), options.candidates(), settings, options.out())) {
                world.start();
                nemesis.rage(world);
                nemesis.judgeLiveness(world);
                Files.write(
                        ledger,
                        Ledger.read(world.operator(), settings.ledger()).stream()
                                .map(Journal::format)
                                .toList());
                world.candidates().forEach(candidate -> files.addAll(candidate.journals()));
            } finally {
                nemesis.hands.shutdownNow();
            }
        }
        return History.read(files);
    }

    private void rage(World world) throws Exception {
        journal.add(new Run(
                "nemesis",
                options.recipe().toString(),
                options.seed(),
                options.session().toMillis(),
                options.tick().toMillis(),
                true,
                System.nanoTime()));
        awaitLeader(world);
        letTheControlSee(world);
        long begin = System.nanoTime();
        Optional<Act> next = draw(world);
        while (System.nanoTime() - begin < options.length().toNanos()) {
            next.ifPresent(act -> begin(world, act));
            Thread.sleep(options.every().toMillis() * (40 + random.nextInt(121)) / 100);
            forgetDone();
            next = acts.size() < AT_ONCE ? draw(world) : Optional.empty();
        }
        for (Future<?> act : acts) {
            act.get();
        }
    }

    private static void awaitLeader(World world) throws InterruptedException {
        Wait.until(
                Duration.ofSeconds(60), "somebody leads", () -> world.leader().isPresent());
    }

    /**
     * Pauses the leader past its session while nothing else is done, until that costs the unfenced counter an update. It
     * does most often, but for a leader that is paused in the moment in which it has just written.
     */
    private void letTheControlSee(World world) throws Exception {
        for (int i = 0; i < CONTROLS && !sawLostUpdate(world); i++) {
            begin(world, new CandidateActs(world, random).pauseOfTheLeader().orElseThrow());
            for (Future<?> act : acts) {
                act.get();
            }
            Wait.within(AFTER_WAKING, () -> sawLostUpdate(world));
            awaitLeader(world);
        }
    }

    private static boolean sawLostUpdate(World world) {
        try {
            return Verdict.of(world.history(), Duration.ZERO, true).control().sawSomething();
        } catch (UnreadableHistoryException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** What is drawn may be impossible now, or on this machine: then another is. */
    private Optional<Act> draw(World world) {
        for (int i = 0; i < 20; i++) {
            FaultKind kind = Odds.draw(random);
            Random own = new Random(random.nextLong());
            Optional<Act> act = new CandidateActs(world, own)
                    .propose(kind)
                    .or(() -> new ServerActs(world, own).propose(kind))
                    .or(() -> new OperatorActs(world, own).propose(kind));
            if (act.isPresent()) {
                return act;
            }
        }
        return Optional.empty();
    }

    private void begin(World world, Act act) {
        int own = ++number;
        world.occupy(act.occupied());
        journal.add(new Fault(own, act.kind(), act.targets(), act.detail(), System.nanoTime()));
        acts.add(hands.submit(() -> {
            act.body().run();
            journal.add(new Healed(own, System.nanoTime()));
            world.free(act.occupied());
            return own;
        }));
    }

    /** Throws what an act that is over ended with, if it failed. */
    private void forgetDone() throws Exception {
        for (Future<?> act : acts) {
            if (act.isDone()) {
                act.get();
            }
        }
        acts.removeIf(Future::isDone);
    }

    /**
     * Has one leader after the other stopped, until none is left: so all that stand have to lead in turn. Who does not is
     * left standing for as long as the history needs to show it.
     */
    private void judgeLiveness(World world) throws InterruptedException {
        long calm = System.nanoTime();
        journal.add(new Calm(calm));
        Duration patience = options.session().multipliedBy(2).plusSeconds(10);
        List<Candidate> left = new ArrayList<>(world.candidates());
        while (!left.isEmpty()
                && Wait.within(patience, () -> leaderOf(left, calm).isPresent())) {
            Candidate leader = leaderOf(left, calm).orElseThrow();
            leader.child().end();
            left.remove(leader);
        }
        for (Candidate stuck : left) {
            stuck.child().end();
        }
    }

    /** One that has been seen to lead since then: a sighting from before would not show that it leads when all is well. */
    private static Optional<Candidate> leaderOf(List<Candidate> candidates, long since) {
        return candidates.stream()
                .filter(each -> each.heldUntil().orElse(Long.MIN_VALUE) > since)
                .findFirst();
    }
}
