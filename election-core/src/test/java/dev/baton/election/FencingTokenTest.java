package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R5: strictly greater for every new term, in each of its forms. */
class FencingTokenTest {

    private static FencingToken random(Random random) {
        // Small numbers too, so that zxids are equal now and then and lengths differ.
        long zxid = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
        int sequence = random.nextInt() >>> (1 + random.nextInt(30));
        return new FencingToken(Math.max(1, zxid), sequence);
    }

    @Test
    void theZxidOrdersTokensAndTheSequenceOnlyWhereItTies_R5() {
        FencingToken before = new FencingToken(0x2_ffff_ffffL, 9);
        FencingToken recreated = new FencingToken(0x3_0000_0001L, 0);
        assertThat(recreated).as("the counter restarted with its parent").isGreaterThan(before);
        assertThat(new FencingToken(5, 2)).isGreaterThan(new FencingToken(5, 1));
        assertThat(new FencingToken(5, 2)).isEqualByComparingTo(new FencingToken(5, 2));
    }

    @Test
    void textOrderAndNumberOrderAreTheTokensOrder_R5() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            FencingToken one = random(random);
            FencingToken other = random.nextInt(10) == 0 ? new FencingToken(one.zxid(), 7) : random(random);
            int order = Integer.signum(one.compareTo(other));
            assertThat(Integer.signum(one.toString().compareTo(other.toString())))
                    .as("%s and %s", one, other)
                    .isEqualTo(order);
            if (one.zxid() != other.zxid()) {
                assertThat(Long.compare(one.asLong(), other.asLong())).isEqualTo(order);
            }
            assertThat(Integer.signum(Arrays.compareUnsigned(one.toBytes(), other.toBytes())))
                    .isEqualTo(order);
            assertThat(order == 0).isEqualTo(one.equals(other));
        }
    }

    @Test
    void theTextIsReadAgain_R5() {
        assertThat(new FencingToken(0x300000012L, 7)).hasToString("0000000300000012-0000000007");
        Random random = new Random(6);
        for (int i = 0; i < 5000; i++) {
            FencingToken token = random(random);
            assertThat(FencingToken.parse(token.toString())).isEqualTo(token);
            assertThat(token.toString()).hasSize(27);
        }
        FencingToken greatest = new FencingToken(Long.MAX_VALUE, Integer.MAX_VALUE);
        assertThat(FencingToken.parse(greatest.toString())).isEqualTo(greatest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "0000000300000012",
                "0000000300000012-7",
                "0000000300000012-00000000007",
                "00000003000000AB-0000000007",
                " 0000000300000012-0000000007",
                "0000000300000012-0000000007\n",
                "0000000300000012--000000007",
                "0000000300000012_0000000007",
                "0000000000000000-0000000007",
                "8000000000000000-0000000007",
                "ffffffffffffffff-0000000007",
                "0000000300000012-2147483648",
                "0000000300000012-9999999999"
            })
    void anythingElseIsRefusedByAMessageThatNamesIt_R5(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.parse(text))
                .withMessageStartingWith("'" + text + "' is no fencing token: ");
    }

    @Test
    void theBytesAreReadAgainAndAnyOthersRefusedByAMessageThatNamesThem_R5() {
        Random random = new Random(7);
        int tokens = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(40) : 12];
            random.nextBytes(bytes);
            try {
                assertThat(FencingToken.ofBytes(bytes).toBytes()).isEqualTo(bytes);
                tokens++;
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining("is no fencing token: ");
                assertThat(bytes.length != 12 || bytes[0] < 0 || bytes[8] < 0)
                        .as("%s", refused)
                        .isTrue();
            }
        }
        assertThat(tokens).isGreaterThan(1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.ofBytes(new byte[] {1, 2}))
                .withMessage("'0102' is no fencing token: expected 12 bytes, not 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.ofBytes(new byte[12]))
                .withMessageContaining("out of range")
                .havingCause()
                .withMessageContaining("must be positive");
    }

    @Test
    void textWithOneCharacterChangedIsAnotherTokenOrNone_R5() {
        Random random = new Random(8);
        for (int i = 0; i < 20_000; i++) {
            FencingToken token = random(random);
            StringBuilder text = new StringBuilder(token.toString());
            int at = random.nextInt(text.length());
            char other = (char) random.nextInt(0x180);
            text.setCharAt(at, other);
            try {
                FencingToken read = FencingToken.parse(text.toString());
                assertThat(read).hasToString(text.toString());
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageStartingWith("'" + text + "' is no fencing token: ");
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void noTextIsNoToken() {
        assertThatNullPointerException()
                .isThrownBy(() -> FencingToken.parse(null))
                .withMessage("the text of a token");
    }

    @Test
    void partsThatNoTermCanHaveAreRefused_R5() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingToken(0, 1))
                .withMessageContaining("must be positive, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingToken(-1, 1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingToken(1, -2147483648))
                .withMessageContaining("-2147483648")
                .withMessageContaining("move to a fresh path");
        assertThat(new FencingToken(1, 0).zxid()).isEqualTo(1);
    }

    @Test
    void theTextIsTheSameInEveryCountry_R5() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(new FencingToken(0x12, 7)).hasToString("0000000000000012-0000000007");
        } finally {
            Locale.setDefault(before);
        }
    }
}
