package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionBuilder;
import dev.baton.election.Ensemble;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.Recorder;
import dev.baton.election.Sampler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;

/** Two candidates of Baton, of which a leads and b waits, and what must be true of them whatever happens. */
final class Duel implements AutoCloseable {

    static final String PATH = "/billing/leader";
    static final Duration SOON = Duration.ofSeconds(10);

    final LeaderElection a;
    final LeaderElection b;
    final Leadership one;
    final Recorder told = new Recorder();
    final Recorder toldB = new Recorder();
    private final Sampler sampler;
    private final Beholder beholder;
    private Duration took = Duration.ZERO;

    Duel(CuratorFramework first, CuratorFramework second) throws Exception {
        this(PATH, first, second, builder -> builder);
    }

    Duel(String path, CuratorFramework first, CuratorFramework second, UnaryOperator<ElectionBuilder> settings)
            throws Exception {
        a = settings.apply(candidate(first, path, "a").listener(told)).start();
        one = a.awaitLeadership(SOON).orElseThrow();
        b = candidate(second, path, "b").listener(toldB).start();
        await().atMost(SOON).until(() -> b.state().phase().equals("queued"));
        sampler = new Sampler(a, b);
        beholder = new Beholder(
                () -> a.leadership().isPresent(), () -> b.leadership().isPresent());
    }

    static ElectionBuilder candidate(CuratorFramework client, String path, String id) {
        return LeaderElection.builder(client, path)
                .candidateId(id)
                .serverTickTime(Ensemble.TICK)
                .closeTimeout(Duration.ofSeconds(3));
    }

    String znodeOfA() {
        return PATH + "/candidates/" + a.state().znode().orElseThrow();
    }

    Optional<Leadership> leader() {
        return a.leadership().or(b::leadership);
    }

    void faultBegins() {
        beholder.mark();
    }

    /** Somebody leads again, in a later term, within the bound since the fault began; never were there two. */
    Leadership isFollowed(Duration bound) {
        Leadership next = follower(bound);
        neverTwo();
        return next;
    }

    /** The same where somebody deposed a live leader: until it hears of it, for no longer than that, two may believe. */
    Leadership isFollowedButFor(Duration hearing, Duration bound) {
        Leadership next = follower(bound);
        await().atMost(hearing).until(() -> !one.isHeld());
        assertThat(beholder.together()).as("time in which two believed").isLessThan(hearing);
        assertThat(sampler.backwards()).isEmpty();
        return next;
    }

    private Leadership follower(Duration bound) {
        Duration limit = bound.plus(Scene.SLACK);
        Duration left = limit.minus(beholder.sinceMark());
        Leadership next = await().atMost(left)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> leader().filter(term -> !term.token().equals(one.token())), Optional::isPresent)
                .orElseThrow();
        took = beholder.sinceMark();
        assertThat(took).isLessThan(limit);
        assertThat(next.token()).isGreaterThan(one.token());
        return next;
    }

    /** After a cut the first leader has time for a renewal before the next: a lease that is not renewed ends. */
    void awaitRenewed(Duration session) {
        await("the lease is renewed")
                .atMost(session)
                .until(() -> one.remaining().compareTo(session.dividedBy(2)) > 0);
    }

    void neverTwo() {
        assertThat(sampler.overlaps()).as("terms held at once").isEmpty();
        assertThat(sampler.backwards()).as("tokens after greater ones").isEmpty();
    }

    /** How long after the fault the next term was there. */
    String took() {
        return Finding.seconds(took);
    }

    Duration together() {
        return beholder.together();
    }

    @Override
    public void close() {
        beholder.close();
        sampler.close();
        b.close(Duration.ofSeconds(1));
        a.close(Duration.ofSeconds(1));
    }
}
