package dev.baton.election;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it is told. */
public final class Recorder implements ElectionListener {

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> threads = new CopyOnWriteArrayList<>();
    private final List<ElectionException> failures = new CopyOnWriteArrayList<>();

    @Override
    public void elected(Leadership term) {
        threads.add(Thread.currentThread().getName());
        told.add("elected " + term.token());
    }

    @Override
    public void revoked(Leadership term, RevocationReason reason) {
        threads.add(Thread.currentThread().getName());
        told.add("revoked " + term.token() + " " + reason);
    }

    @Override
    public void failed(ElectionException cause) {
        failures.add(cause);
    }

    public List<String> told() {
        return told;
    }

    public List<String> threads() {
        return threads;
    }

    public List<ElectionException> failures() {
        return failures;
    }
}
