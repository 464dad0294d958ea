package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue, CandidateName and Stamp: who is ahead of whom (R1, R5). */
class QueueTest {

    private static String name(String object, int sequence) {
        return String.format("c-%s.1-%010d", object.repeat(16), sequence);
    }

    private static List<String> order(String... children) {
        return Queue.of(List.of(children)).members().stream()
                .map(CandidateName::text)
                .toList();
    }

    @Test
    void theOrderIsThatOfTheNumbersAndNotOfTheTexts_R1() {
        String first = name("f", 9);
        String second = name("e", 10);
        String third = name("a", 11);
        assertThat(order(third, first, second)).containsExactly(first, second, third);
        assertThat(List.of(first, second, third))
                .isNotEqualTo(List.of(first, second, third).stream().sorted().toList());
    }

    @Test
    void numbersBeyondTheEndComeFirstAsTheyAreSmallerAndAreNotOrdered_R5() {
        String last = name("a", Integer.MAX_VALUE);
        String wrapped = "c-" + "b".repeat(16) + ".1--2147483648";
        String minusOne = "c-" + "c".repeat(16) + ".1--000000001";
        assertThat(order(last, minusOne, wrapped)).containsExactly(wrapped, minusOne, last);
        assertThat(Queue.of(List.of(last, wrapped, minusOne)).members()).noneMatch(CandidateName::isOrdered);
    }

    @Test
    void candidatesThatTieAtTheLastNumberAreOrderedByNameSoThatAllAgree_R5() {
        List<String> tied = new ArrayList<>(
                List.of(name("c", Integer.MAX_VALUE), name("a", Integer.MAX_VALUE), name("b", Integer.MAX_VALUE)));
        for (long seed = 0; seed < 50; seed++) {
            Collections.shuffle(tied, new Random(seed));
            assertThat(order(tied.toArray(String[]::new)))
                    .containsExactly(
                            name("a", Integer.MAX_VALUE), name("b", Integer.MAX_VALUE), name("c", Integer.MAX_VALUE));
        }
    }

    @Test
    void anyOrderOfTheChildrenGivesTheSameQueue_R1() {
        List<String> expected = IntStream.range(0, 300)
                .mapToObj(i -> name(Integer.toHexString((i * 7) % 16), i * 37))
                .toList();
        List<String> shuffled = new ArrayList<>(expected);
        Collections.shuffle(shuffled, new Random(1));
        Queue queue = Queue.of(shuffled);
        assertThat(queue.members()).extracting(CandidateName::text).isEqualTo(expected);
        assertThat(queue.position(expected.get(123))).contains(123);
    }

    @Test
    void childrenThatAreNoCandidatesAreCountedAndIgnored_C6() {
        String ours = name("a", 3);
        Queue queue = Queue.of(List.of("lock-0000000001", ours, "notes", "c-1-0000000000"));
        assertThat(queue.members()).extracting(CandidateName::text).containsExactly(ours);
        assertThat(queue.foreign()).isEqualTo(3);
        assertThat(queue.position("notes")).isEmpty();
        assertThat(queue.contains("lock-0000000001")).isFalse();
    }

    @Test
    void theFirstInLineIsTheFirstThatDoesNotHoldTheBatonItself_R4() {
        Queue queue = Queue.of(List.of(name("a", 1), name("b", 2), name("c", 3)));
        assertThat(queue.firstExcept(Optional.of(name("a", 1)))).contains(name("b", 2));
        assertThat(queue.firstExcept(Optional.of(name("b", 2)))).contains(name("a", 1));
        assertThat(queue.firstExcept(Optional.empty())).contains(name("a", 1));
        assertThat(Queue.of(List.of(name("a", 1))).firstExcept(Optional.of(name("a", 1))))
                .isEmpty();
    }

    @Test
    void straysAreOfTheSameObjectAndAnotherJoin_C1() {
        String object = "a".repeat(16);
        String own = "c-" + object + ".3-0000000007";
        String earlier = "c-" + object + ".2-0000000004";
        String sameJoin = "c-" + object + ".3-0000000009";
        Queue queue = Queue.of(List.of(own, earlier, sameJoin, name("b", 5)));
        assertThat(queue.straysOf(object, own)).containsExactlyInAnyOrder(earlier, sameJoin);
        assertThat(queue.firstOfOthers(object)).contains(name("b", 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c-",
                "baton",
                "c-aaaaaaaaaaaaaaaa.1-",
                "c-aaaaaaaaaaaaaaaa-0000000001",
                "c-aaaaaaaaaaaaaaa.1-0000000001",
                "c-AAAAAAAAAAAAAAAA.1-0000000001",
                "c-gggggggggggggggg.1-0000000001",
                "x-aaaaaaaaaaaaaaaa.1-0000000001",
                "c-aaaaaaaaaaaaaaaa.1-00000000001",
                "c-aaaaaaaaaaaaaaaa.1-12345678",
                "c-aaaaaaaaaaaaaaaa.1-2147483648",
                "c-aaaaaaaaaaaaaaaa.1--2147483649",
                "c-aaaaaaaaaaaaaaaa.1-000000000x",
                "c-aaaaaaaaaaaaaaaa.1.p-0000000001",
                "c-aaaaaaaaaaaaaaaa.1.p10000-0000000001",
                "c-aaaaaaaaaaaaaaaa.1.p-1-0000000001",
                "c-aaaaaaaaaaaaaaaa.1.7-0000000001",
                "c-aaaaaaaaaaaaaaaa.1-0000000001 ",
                "c-aaaaaaaaaaaaaaaa.1-٠٠٠٠٠٠٠٠٠١"
            })
    void namesAreReadStrictly_C6(String name) {
        assertThat(CandidateName.parse(name)).isEmpty();
    }

    @Test
    void aNameIsTakenApart() {
        assertThat(CandidateName.parse("c-0123456789abcdef.zik0zj-0000000042"))
                .contains(new CandidateName(
                        "c-0123456789abcdef.zik0zj-0000000042", "0123456789abcdef", "0123456789abcdef.zik0zj", 0, 42));
        assertThat(CandidateName.parse("c-0123456789abcdef.zik0zj.p9999-0000000042"))
                .contains(new CandidateName(
                        "c-0123456789abcdef.zik0zj.p9999-0000000042",
                        "0123456789abcdef",
                        "0123456789abcdef.zik0zj",
                        9999,
                        42));
    }

    @Test
    void numbersOrderTheQueueUpToTheLimit_R5() {
        assertThat(CandidateName.SEQUENCE_LIMIT).isEqualTo((int) ((1L << 31) - (1L << 20)));
        assertThat(CandidateName.parse(name("a", CandidateName.SEQUENCE_LIMIT - 1))
                        .orElseThrow()
                        .isOrdered())
                .isTrue();
        assertThat(CandidateName.parse(name("a", CandidateName.SEQUENCE_LIMIT))
                        .orElseThrow()
                        .isOrdered())
                .isFalse();
        assertThat(CandidateName.parse(name("a", 0)).orElseThrow().isOrdered()).isTrue();
    }

    @Test
    void everyJoinOfAnObjectHasAnInstanceOfItsOwnWhoseZnodesCanBeRead_C1() {
        Stamp stamp = new Stamp("0123456789abcdef", 0, 0);
        assertThat(stamp.next()).isEqualTo(new Stamp("0123456789abcdef", 0, 1));
        assertThat(stamp.next().instance()).isEqualTo(stamp.instance());
        assertThat(stamp.rejoin()).isEqualTo(new Stamp("0123456789abcdef", 1, 1));
        for (int joins : new int[] {0, 1, 35, 36, 1_000_000, Integer.MAX_VALUE}) {
            Stamp at = new Stamp("0123456789abcdef", joins, 5);
            String znode = CandidateName.prefix(at.instance(), 0) + "0000000001";
            CandidateName name = CandidateName.parse(znode).orElseThrow();
            assertThat(name.object()).isEqualTo(at.object());
            assertThat(name.instance()).isEqualTo(at.instance());
            assertThat(at.instance()).isNotEqualTo(new Stamp(at.object(), joins / 2 + 7, 5).instance());
        }
    }
}
