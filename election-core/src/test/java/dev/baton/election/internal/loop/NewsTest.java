package dev.baton.election.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What users are told beside their terms: where they stand, what does not work, and that it works again. */
class NewsTest {

    private static final Notice RECOVERED = new Notice.Recovered();

    private final Loop loop = new Loop();
    private final Stand a = loop.stand("a");

    private void leads() {
        loop.open();
        a.holds(100);
        a.answer(new Event.BatonWatched(a.asked(Action.WatchBaton.class).round(), Optional.of(1)));
        loop.renewFor(2100);
        assertThat(a.phase()).isEqualTo("leading");
        a.noticed.clear();
        a.told.clear();
    }

    @Test
    void aPlaceInTheQueueIsToldOnceThoughItIsLookedAtAgain() {
        loop.open();
        a.queues(2);
        a.answer(new Event.Watched(a.asked(Action.Watch.class).round(), "c-" + "f".repeat(16) + ".1-0000000001", true));
        loop.reconnect();
        a.queuesAgain(2);
        assertThat(a.noticed)
                .containsExactly(
                        new Notice.Joined(a.znode()), new Notice.Queued(2, "c-" + "f".repeat(16) + ".1-0000000001"));
        loop.reconnect();
        a.queuesAgain(1);
        assertThat(a.noticed).last().isEqualTo(new Notice.Queued(1, "c-" + "f".repeat(16) + ".1-0000000000"));
    }

    @Test
    void aJoinWhoseAnswerWasLostIsToldWhenItIsSettled() {
        loop.open();
        String znode = a.znode();
        a.fail(Failure.Kind.CONNECTION);
        loop.reconnect();
        a.answer(new Event.Settled(a.asked(Action.Settle.class).round(), Optional.of(znode)));
        assertThat(a.noticed).containsExactly(new Notice.Joined(znode));
    }

    @Nested
    class WhatDoesNotWork {

        @Test
        void isToldOncePerRowAndOnceThatItWorksAgain_R10() {
            loop.open();
            for (int i = 0; i < 3; i++) {
                a.fail(Failure.Kind.NOT_PERMITTED);
                loop.millis(5000);
            }
            assertThat(a.told).containsExactly("failed NOT_PERMITTED");
            assertThat(a.noticed).isEmpty();
            a.queues(1);
            assertThat(a.noticed).containsOnlyOnce(RECOVERED);
            loop.reconnect();
            a.queuesAgain(1);
            assertThat(a.noticed).containsOnlyOnce(RECOVERED);
            a.fail(Failure.Kind.NOT_PERMITTED);
            assertThat(a.told).containsExactly("failed NOT_PERMITTED", "failed NOT_PERMITTED");
        }

        @Test
        void isNotSaidToWorkAgainIfNobodyWasTold_R9() {
            loop.open();
            a.fail(Failure.Kind.CONNECTION);
            loop.reconnect();
            a.answer(new Event.Settled(a.asked(Action.Settle.class).round(), Optional.empty()));
            a.queues(1);
            assertThat(a.told).isEmpty();
            assertThat(a.noticed).doesNotContain(RECOVERED);
        }

        @Test
        void worksAgainForALeaderWhenItsLastQuestionIsAnswered_R10() {
            leads();
            a.hears(new Event.ReviewDue());
            a.fail(Failure.Kind.NOT_PERMITTED);
            loop.renewFor(1000);
            long round = a.asked(Action.WatchBaton.class).round();
            a.answerTo(a.requests.size() - 2, new Event.Watched(round, a.znode(), true));
            assertThat(a.noticed).as("the baton may still be out of reach").isEmpty();
            a.answer(new Event.BatonWatched(round, Optional.of(1)));
            assertThat(a.noticed).containsExactly(RECOVERED);
            a.hears(new Event.ReviewDue());
            a.fail(Failure.Kind.NOT_PERMITTED);
            assertThat(a.told).containsExactly("failed NOT_PERMITTED", "failed NOT_PERMITTED");
        }

        @Test
        void isToldOnceWhenItIsTheQuestionForTheBaton_R10() {
            Stand eager = loop.stand("e", new Candidacy(Stand.PACE, false, false));
            loop.open();
            String znode = "c-" + "e".repeat(16) + ".1.p7-0000000009";
            String holder = "c-" + "f".repeat(16) + ".1-0000000001";
            eager.answer(new Event.Joined(eager.asked(Action.Join.class).round(), znode));
            Baton baton = new Baton(
                    BatonRecord.BLANK.follow(
                            new BatonRecord.Holder(holder, "f", 1), "claimed", java.time.Instant.EPOCH, 0),
                    1,
                    2);
            for (int i = 0; i < 2; i++) {
                eager.sees(baton, holder, znode);
                eager.answer(new Event.Watched(eager.asked(Action.Watch.class).round(), holder, true));
                loop.millis(5000);
                assertThat(eager.asked(Action.Ask.class).holder()).isEqualTo(holder);
                eager.fail(Failure.Kind.NOT_PERMITTED); // it may not write the holder's znode
                loop.millis(5000);
            }
            assertThat(eager.told).containsExactly("failed NOT_PERMITTED");
            assertThat(eager.noticed).doesNotContain(RECOVERED);
            eager.sees(baton, holder, znode);
            eager.answer(new Event.Watched(eager.asked(Action.Watch.class).round(), holder, true));
            loop.millis(5000);
            eager.answer(new Event.Asked(eager.asked(Action.Ask.class).round()));
            assertThat(eager.noticed).last().isEqualTo(RECOVERED);
        }

        @Test
        void isToldEachTimeWhenItIsTheListener_R11() {
            leads();
            for (int i = 0; i < 2; i++) {
                a.driver().callbackFailed(a.term(), new Failure(Failure.Kind.CALLBACK, "threw", Optional.empty()));
                loop.timeline.settle();
                a.listenerReturns();
                a.sees(new Baton(BatonRecord.BLANK, 1, 1), a.znode());
                a.answer(new Event.Removed(a.asked(Action.Remove.class).round(), a.znode()));
                loop.millis(5000);
                a.holds(200 + i);
                loop.renewFor(4100);
                assertThat(a.phase()).isEqualTo("leading");
            }
            assertThat(a.told.stream().filter("failed CALLBACK"::equals)).hasSize(2);
            assertThat(a.noticed).as("no answer of a server mends a listener").doesNotContain(RECOVERED);
        }
    }

    @Nested
    class ALateRenewal {

        @Test
        void isToldWithWhatWasLeftOfTheLease_R6() {
            leads();
            while (!loop.session.isAsked()) {
                loop.millis(100);
            }
            while (a.term().remaining() >= Duration.ofSeconds(2).toNanos()) {
                loop.millis(100);
            }
            long left = a.term().remaining();
            loop.confirm();
            assertThat(a.noticed).containsExactly(new Notice.RenewedLate(Duration.ofNanos(left)));
        }

        @Test
        void isNoneWhenNobodyNeededTheLeaseMeanwhile_R6() {
            leads();
            a.driver().callbackFailed(a.term(), new Failure(Failure.Kind.CALLBACK, "threw", Optional.empty()));
            loop.timeline.settle();
            a.listenerReturns();
            a.sees(new Baton(BatonRecord.BLANK, 1, 1), a.znode());
            a.answer(new Event.Removed(a.asked(Action.Remove.class).round(), a.znode()));
            loop.millis(5000);
            a.holds(200);
            loop.renewFor(4100);
            assertThat(a.noticed).containsExactly(new Notice.Joined(a.znode()));
        }

        @Test
        void isNoneWhenAFifthOfTheTimeoutIsLeft_R6() {
            leads();
            while (!loop.session.isAsked()) {
                loop.millis(100);
            }
            while (a.term().remaining() > Duration.ofMillis(2100).toNanos()) {
                loop.millis(100);
            }
            loop.confirm();
            loop.renewFor(30_000);
            assertThat(a.noticed).isEmpty();
        }
    }
}
