package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** A loop whose time, sessions and answers are the test's. A session timeout of 10 s, so renewals every 2 s. */
final class Loop implements Sessions {

    static final Duration TIMEOUT = Duration.ofSeconds(10);

    final HandTimeline timeline;
    final ElectionLoop loop;
    private Optional<Follower> follower = Optional.empty();
    HandSession session = new HandSession(TIMEOUT);

    Loop() {
        this(0);
    }

    Loop(long zero) {
        timeline = new HandTimeline(zero);
        loop = new ElectionLoop(timeline, this, new Random(1));
    }

    Stand stand(String name) {
        return new Stand(loop, timeline, name);
    }

    Stand stand(String name, Candidacy candidacy) {
        return new Stand(loop, timeline, name, candidacy);
    }

    void disconnect() {
        follower.orElseThrow().disconnected();
        timeline.settle();
    }

    void open() {
        open(new HandSession(TIMEOUT));
    }

    void open(HandSession opened) {
        session = opened;
        follower.orElseThrow().opened(opened);
        timeline.settle();
    }

    void end() {
        follower.orElseThrow().ended();
        timeline.settle();
    }

    void reconnect() {
        follower.orElseThrow().reconnected();
        timeline.settle();
    }

    void fails(Failure.Kind kind) {
        follower.orElseThrow().failed(new Failure(kind, "the client failed", Optional.empty()));
        timeline.settle();
    }

    void millis(long millis) {
        timeline.advance(Duration.ofMillis(millis));
    }

    void confirm() {
        session.confirm();
        timeline.settle();
    }

    void refute(int index) {
        session.refute(index);
        timeline.settle();
    }

    void doNotAnswer() {
        session.doNotAnswer();
        timeline.settle();
    }

    /** Answers every renewal at once for so long. */
    void renewFor(long millis) {
        for (long passed = 0; passed < millis; passed += 100) {
            while (session.isAsked()) {
                confirm();
            }
            millis(100);
        }
    }

    @Override
    public void follow(Follower told) {
        follower = Optional.of(told);
    }

    @Override
    public void stop() {
        follower = Optional.empty();
    }
}
