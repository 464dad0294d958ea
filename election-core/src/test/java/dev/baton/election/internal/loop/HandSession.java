package dev.baton.election.internal.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A session whose proofs the test answers. */
final class HandSession implements Session {

    /** A proof that waits for its answer. */
    record Question(List<Check> checks, Consumer<Proof> answer) {}

    private final List<Question> waiting = new ArrayList<>();
    private Duration timeout;
    private int asked;
    private boolean open = true;

    HandSession(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** Its owner closes the client. */
    void close() {
        open = false;
    }

    void renegotiate(Duration agreed) {
        timeout = agreed;
    }

    @Override
    public void prove(List<Check> checks, Consumer<Proof> answer) {
        asked++;
        waiting.add(new Question(checks, answer));
    }

    /** How often it was asked. */
    int asked() {
        return asked;
    }

    boolean isAsked() {
        return !waiting.isEmpty();
    }

    /** What the proof that waits is to prove. */
    List<Check> checks() {
        return waiting.get(0).checks();
    }

    void confirm() {
        answer(new Proof.Confirmed());
    }

    void refute(int index) {
        answer(new Proof.Refuted(index));
    }

    void doNotAnswer() {
        answer(new Proof.Unanswered());
    }

    private void answer(Proof proof) {
        waiting.remove(0).answer().accept(proof);
    }
}
