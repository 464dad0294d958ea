package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R13 over HTTP. */
class FencingHeaderTest {

    private static final TermId TERM = new TermId(new FencingToken(0x300000012L, 7), "billing-7/c-5f0e-0000000007");

    @Test
    void whatIsWrittenIsReadAgain_R13() {
        assertThat(FencingHeader.format(TERM)).isEqualTo("0000000300000012-0000000007 billing-7/c-5f0e-0000000007");
        assertThat(FencingHeader.parse(FencingHeader.format(TERM))).hasValue(TERM);
        assertThat(FencingHeader.parse("  " + TERM + "\t")).hasValue(TERM);
        assertThat(FencingHeader.parse(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "0000000300000012-0000000007",
                "0000000300000012-0000000007 ",
                "0000000300000012-0000000007 a b",
                "0000000300000012-0000000007 a, 0000000300000013-0000000008 b",
                "0000000300000012-0000000007 \u00e4"
            })
    void anythingElseIsRefusedByAMessageThatNamesTheHeader_R13(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingHeader.parse(value))
                .withMessageStartingWith("The header Fencing-Token is wrong: '" + value.strip());
    }
}
