package dev.baton.election;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** Asks all candidates again and again whether they lead, all in one pass, and keeps what it must not have seen. */
public final class Sampler implements AutoCloseable {

    private final List<LeaderElection> elections;
    private final List<String> overlaps = new CopyOnWriteArrayList<>();
    private final TreeSet<FencingToken> tokens = new TreeSet<>();
    private final List<String> backwards = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "sampler");
    private volatile boolean stopped;

    public Sampler(LeaderElection... elections) {
        this.elections = List.of(elections);
        thread.start();
    }

    private void run() {
        while (!stopped) {
            List<Leadership> held = new ArrayList<>();
            elections.forEach(election -> election.leadership().ifPresent(held::add));
            // Who was seen first must still lead after the last was seen, or they did not lead at once.
            held.removeIf(term -> !term.isHeld());
            if (held.size() > 1) {
                overlaps.add(held.toString());
            }
            held.stream().map(Leadership::token).forEach(this::note);
            Thread.yield();
        }
    }

    private void note(FencingToken token) {
        Optional<FencingToken> greatest = tokens.isEmpty() ? Optional.empty() : Optional.of(tokens.last());
        if (tokens.add(token)
                && greatest.filter(last -> last.compareTo(token) > 0).isPresent()) {
            backwards.add(token + " after " + greatest.get());
        }
    }

    /** Times at which two terms were held at once; must be empty, unless somebody deposed a live leader. */
    public List<String> overlaps() {
        return overlaps;
    }

    /** Tokens that came after a greater one; must be empty. */
    public List<String> backwards() {
        return backwards;
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
