package dev.baton.election.internal.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatonRecordTest {

    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");
    private static final BatonRecord.Holder ANN = new BatonRecord.Holder(Samples.AHEAD, "ann of accounts", 6);
    private static final BatonRecord.Holder BOB = new BatonRecord.Holder(Samples.BEHIND, "bob", 8);

    private static BatonRecord decode(String text) {
        return BatonRecord.decode(text.getBytes(UTF_8));
    }

    private static void assertRoundTrip(BatonRecord record, String why) {
        assertThat(BatonRecord.decode(record.encode())).as(why).isEqualTo(record);
    }

    @Test
    void theFirstClaimNamesTheHolderAndHasNoPast() {
        BatonRecord first = BatonRecord.BLANK.follow(ANN, BatonRecord.CLAIMED, NOON, 7);
        assertThat(new String(first.encode(), UTF_8)).isEqualTo("""
                format: 1
                holder: c-00000000000000bb.1-0000000006
                candidate: ann of accounts
                sequence: 6
                how: claimed
                since: 2026-05-04T12:00:00Z

                """);
        assertThat(first.past()).isEmpty();
        assertRoundTrip(first, "first");
        assertRoundTrip(BatonRecord.BLANK, "blank");
    }

    @Test
    void theNextTermKeepsTheLastOneWithItsToken_R5() {
        BatonRecord second = BatonRecord.BLANK
                .follow(ANN, BatonRecord.CLAIMED, NOON, 7)
                .follow(BOB, BatonRecord.PASSED, NOON.plusSeconds(60), 0x300000012L);
        assertThat(second.past())
                .containsExactly(new BatonRecord.PastTerm(
                        0x300000012L, 6, NOON, NOON.plusSeconds(60), "passed", "ann of accounts"));
        assertThat(new String(second.encode(), UTF_8))
                .contains("past: 300000012 6 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed ann of accounts\n");
        assertRoundTrip(second, "second");
    }

    @Test
    void theHistoryIsTheLastSixteenTermsNewestFirst() {
        BatonRecord record = BatonRecord.BLANK;
        for (int term = 1; term <= 40; term++) {
            record = record.follow(
                    new BatonRecord.Holder(Samples.AHEAD, "candidate " + term, 6), "claimed", NOON, term * 10L - 10);
            assertThat(record.past()).hasSize(Math.min(term - 1, 16));
        }
        assertThat(record.past()).extracting(BatonRecord.PastTerm::candidateId).startsWith("candidate 39");
        assertThat(record.past())
                .extracting(BatonRecord.PastTerm::zxid)
                .startsWith(390L, 380L)
                .endsWith(240L);
        assertRoundTrip(record, "long history");
    }

    @Test
    void aHistoryThatSomebodyMadeTooLongIsCutWithTheNextTerm() {
        String past = "past: a 1 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed x\n".repeat(30);
        BatonRecord read = decode("holder: " + Samples.AHEAD + "\n" + past + "\n");
        assertThat(read.follow(BOB, "claimed", NOON, 1).past()).hasSize(16);
    }

    @Test
    void keysOfALaterFormatAreIgnored() {
        BatonRecord read = decode("format: 2\nholder: " + Samples.AHEAD + "\nweather: fine\ncandidate: ann\n\n");
        assertThat(read.holder()).contains(new BatonRecord.Holder(Samples.AHEAD, "ann", 6));
    }

    @Test
    void spoiledDataNamesNoHolderSoThatTheFirstInLineCanClaim_R10() {
        for (String spoiled : List.of(
                "",
                "\n",
                "hello",
                "holder: \n\n",
                "holder: ann\n\n",
                "holder: lock-0000000001\n\n",
                "holder: c-00000000000000bb.1-99999999999\n\n",
                "\n\nholder: " + Samples.AHEAD)) {
            assertThat(decode(spoiled).holder()).as(spoiled).isEmpty();
        }
    }

    @Test
    void whatIsForPeopleMayBeSpoiledWithoutHarm_R10() {
        BatonRecord read = decode("holder: " + Samples.AHEAD + "\nsince: yesterday\npast: nonsense\n"
                + "past: zz 1 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed x\n"
                + "past: 1 one 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed x\n"
                + "past: 1 1 noon 2026-05-04T12:01:00Z passed x\n"
                + "past: 1 1 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed\n"
                + "past: a 1 2026-05-04T12:00:00Z 2026-05-04T12:01:00Z passed kept\n\n");
        assertThat(read.holder()).contains(new BatonRecord.Holder(Samples.AHEAD, "?", 6));
        assertThat(read.how()).isEqualTo("?");
        assertThat(read.since()).isEqualTo(Instant.EPOCH);
        assertThat(read.past()).extracting(BatonRecord.PastTerm::candidateId).containsExactly("kept");
    }

    @Test
    void theHoldersNumberIsThatOfItsNameWhateverTheOtherLineSays_R5() {
        assertThat(decode("holder: " + Samples.AHEAD + "\nsequence: 99\n\n")
                        .holder()
                        .orElseThrow()
                        .sequence())
                .isEqualTo(6);
    }

    @Test
    void everyRecordIsReadAsItWasWritten() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<BatonRecord.PastTerm> past = new ArrayList<>();
            for (int i = random.nextInt(17); i > 0; i--) {
                past.add(new BatonRecord.PastTerm(
                        random.nextLong() >>> 1,
                        random.nextInt(Integer.MAX_VALUE),
                        instant(random),
                        instant(random),
                        random.nextBoolean() ? "claimed" : "passed",
                        LinesTest.value(random)));
            }
            Optional<BatonRecord.Holder> holder = random.nextInt(5) == 0
                    ? Optional.empty()
                    : Optional.of(new BatonRecord.Holder(Samples.AHEAD, LinesTest.value(random), 6));
            assertRoundTrip(new BatonRecord(holder, "claimed", instant(random), past), "seed " + seed);
        }
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochSecond(random.nextInt() * 100L, random.nextInt(1_000_000_000));
    }
}
