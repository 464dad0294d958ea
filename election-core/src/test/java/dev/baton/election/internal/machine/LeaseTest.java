package dev.baton.election.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R6, case by case. A session timeout of 10 s, so an interval of 2 s and a length of 9 s; times are seconds. */
class LeaseTest {

    private static final long SECOND = 1_000_000_000L;

    private final Lease lease = new Lease(10 * SECOND);

    private void success(double sent, double answered) {
        lease.succeeded(at(sent), at(answered));
    }

    private static long at(double seconds) {
        return (long) (seconds * SECOND);
    }

    private void endsAt(double seconds) {
        assertThat(lease.end()).isEqualTo(OptionalLong.of(at(seconds)));
    }

    private void isNotHeld() {
        assertThat(lease.end()).isEmpty();
    }

    @Test
    void oneSuccessProvesNothing_R6() {
        success(0, 0.1);
        isNotHeld();
    }

    @Test
    void twoSuccessesAnIntervalApartCountFromTheFirst_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        endsAt(9);
    }

    @Test
    void itIsTheAnswerOfTheFirstThatMustBeAnIntervalBeforeTheSendingOfTheSecond_R6() {
        success(0, 0.5);
        success(2.4, 2.5);
        isNotHeld();
        success(2.5, 2.6);
        endsAt(9);
    }

    @Test
    void inSteadyStateItCountsFromTheRenewalBeforeTheLast_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(4.2, 4.3);
        endsAt(11.1);
        success(6.3, 6.4);
        endsAt(13.2);
    }

    @Test
    void aSuccessTooCloseToTheLastCountsFromTheNewestThatIsFarEnough_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(2.3, 2.4); // a claim in between: far enough from the first, not from the second
        endsAt(9);
        success(4.3, 4.4);
        endsAt(11.1);
    }

    @Test
    void anOlderProofNeverShortensALeaseThatStands_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(4.2, 4.3);
        success(2.3, 4.4); // sent long before, answered late
        endsAt(11.1);
    }

    @Test
    void aSuccessAtTheEndOrAfterItLapsesAndIsTheFirstOfANewChain_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(8.9, 9);
        isNotHeld();
        success(10.9, 11);
        isNotHeld(); // only 1.9 s after the answer of the one that lapsed
        success(11, 11.1);
        endsAt(17.9);
    }

    @Test
    void aSuccessJustBeforeTheEndExtends_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(8.9, 8.999);
        endsAt(11.1);
    }

    @Test
    void aLateSecondSuccessDoesNotSetALeaseThatIsOverAlready_R6() {
        success(0, 0.1);
        success(5, 9.5);
        isNotHeld();
        success(11.5, 11.6);
        endsAt(14);
    }

    @Test
    void aFirstLeaseThatEndsBeforeARenewalCouldExtendItIsNotSet_R6() {
        success(0, 0.1); // joined, and then had no reason to renew for long
        success(7, 7.1); // the lease would end at 9, but the next renewal is sent at 9.1
        isNotHeld();
        success(9.1, 9.2);
        endsAt(16);
    }

    @Test
    void aLeaseThatStandsIsKeptHoweverLittleOfItIsLeft_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        success(2.3, 8.9); // extends nothing
        endsAt(9);
    }

    @Test
    void aLapseForgetsEverySuccess_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        lease.lapse();
        isNotHeld();
        success(4.3, 4.4);
        isNotHeld();
        success(6.4, 6.5);
        endsAt(13.3);
    }

    @Test
    void itHasLapsedFromItsVeryEndOn_R6() {
        success(0, 0.1);
        assertThat(lease.hasLapsed(at(100))).as("never held, so never lapsed").isFalse();
        success(2.1, 2.2);
        assertThat(lease.hasLapsed(at(9) - 1)).isFalse();
        assertThat(lease.hasLapsed(at(9))).isTrue();
    }

    @Test
    void aShorterTimeoutShortensALeaseThatStandsAndALongerOneDoesNothing_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        lease.negotiated(20 * SECOND);
        endsAt(9);
        lease.negotiated(5 * SECOND);
        endsAt(4.5);
        assertThat(lease.interval()).isEqualTo(SECOND);
        lease.negotiated(10 * SECOND);
        endsAt(4.5);
    }

    @Test
    void aTimeoutSoShortThatTheLeaseIsOverLapsesIt_R6() {
        success(0, 0.1);
        success(2.1, 2.2);
        lease.negotiated(2 * SECOND);
        assertThat(lease.hasLapsed(at(2.2))).isTrue();
        success(2.6, 2.7);
        isNotHeld();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 2 * SECOND, Long.MAX_VALUE - 5 * SECOND, -SECOND, 0})
    void theClocksZeroMayBeAnywhere_R6(long zero) {
        lease.succeeded(zero, zero + at(0.1));
        lease.succeeded(zero + at(2.1), zero + at(2.2));
        assertThat(lease.end()).isEqualTo(OptionalLong.of(zero + at(9)));
        assertThat(lease.hasLapsed(zero + at(8.9))).isFalse();
        assertThat(lease.hasLapsed(zero + at(9))).isTrue();
        lease.succeeded(zero + at(9.1), zero + at(9.2));
        assertThat(lease.end()).isEmpty();
    }
}
