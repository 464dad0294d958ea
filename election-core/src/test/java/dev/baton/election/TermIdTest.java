package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R13: what a store needs to know of a term, and the rule by which it lets one in. */
class TermIdTest {

    private static final String ZNODE = "c-00f1e2d3c4b5a697.1-0000000007";

    private static TermId term(long zxid, String holder) {
        return new TermId(new FencingToken(zxid, 1), holder);
    }

    @Test
    void greaterNumberMayFollowAndTheSameOneOfTheSameHolderOnly_R13() {
        assertThat(term(6, "b").mayFollow(term(5, "a"))).isTrue();
        assertThat(term(5, "a").mayFollow(term(5, "a"))).isTrue();
        assertThat(term(5, "b").mayFollow(term(5, "a"))).isFalse();
        assertThat(term(4, "a").mayFollow(term(5, "a"))).isFalse();
        TermId laterInTheQueue = new TermId(new FencingToken(5, 2), "b");
        assertThat(laterInTheQueue.mayFollow(term(5, "a")))
                .as("one transaction passes one baton: the sequence number breaks no ties here")
                .isFalse();
    }

    @Test
    void everyCandidateIdMakesAHolderThatGoesThroughEverything_R13() {
        Random random = new Random(13);
        FencingToken token = new FencingToken(0x300000012L, 7);
        for (int i = 0; i < 2000; i++) {
            String id = random.ints(1 + random.nextInt(256), 0x20, 0x2ffff)
                    .filter(Character::isDefined)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            TermId term = TermId.of(token, id, ZNODE);
            assertThat(term.holder()).endsWith("/" + ZNODE).hasSizeLessThanOrEqualTo(200);
            assertThat(TermId.parse(term.toString())).isEqualTo(term);
        }
        assertThat(TermId.of(token, "billing 7\u00e4", ZNODE))
                .hasToString("0000000300000012-0000000007 billing_7_/" + ZNODE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\n", "\u00e4", "\u007f"})
    void holdersThatStoresCouldFoldOrCutAreRefused_R13(String holder) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> term(5, holder))
                .withMessageContaining("cannot be the holder of a term");
        assertThatIllegalArgumentException().isThrownBy(() -> term(5, "x".repeat(201)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a", "0000000300000012-0000000007", " a", "0000000300000012-0000000007a", "5 a"})
    void anyOtherTextIsRefusedByAMessageThatNamesIt_R13(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TermId.parse(text))
                .withMessageStartingWith("'" + text + "' names no term: ");
    }
}
