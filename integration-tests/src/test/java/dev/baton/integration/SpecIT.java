package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tlc2.TLC;

/**
 * The specification in {@code docs/spec}, checked by TLC in a process of its own.
 *
 * <p>A configuration whose name begins with Broken leaves out something that the recipe has, and one that begins with
 * Exception asks for more than is promised: both must fail, or the others would show nothing.
 */
class SpecIT {
    private static final Path SPEC =
            Path.of("").toAbsolutePath().resolveSibling("docs").resolve("spec");
    private static final long LIMIT_SECONDS = 240;
    private static final Pattern COUNT = Pattern.compile("\\d+ states generated, \\d+ distinct states found.*");

    @TempDir
    private Path scratch;

    @Test
    @DisplayName(
            "R2, R3, R4, R5: one leader, who is the one named, under a growing token; crash, expiry, passes to anyone")
    void oneLeaderUnderAGrowingToken() throws Exception {
        assertHolds("Election", "Election.cfg");
    }

    @Test
    @DisplayName("R2, R3, R5: the same where leases lapse, sessions end and answers are lost")
    void oneLeaderWhereLeasesLapseAndAnswersAreLost() throws Exception {
        assertHolds("Election", "ElectionFaults.cfg");
    }

    @Test
    @DisplayName("R13, R14: a leader whose znode was deleted under it is deposed, and its writes are refused")
    void evictedLeaderIsDeposed() throws Exception {
        assertHolds("Election", "ElectionEviction.cfg");
    }

    @Test
    @DisplayName("R10: when the faults stop there is a leader again")
    void alwaysALeaderAgain() throws Exception {
        assertHolds("Election", "ElectionLiveness.cfg");
    }

    @Test
    @DisplayName("R6: the lease ends before the session, through any follower and through any crash")
    void leaseEndsBeforeExpiry() throws Exception {
        assertHolds("Lease", "Lease.cfg");
    }

    @Test
    @DisplayName("R3: without the proof of absence, and with the queue read before the baton, there are two leaders")
    void claimWithoutProofMakesTwoLeaders() throws Exception {
        assertViolates("Election", "BrokenClaim.cfg", "AtMostOneLeader");
    }

    @Test
    @DisplayName("R6: a lease that counts from the last success outlives the session")
    void leaseFromTheLastSendIsTooLong() throws Exception {
        assertViolates("Lease", "BrokenLastSend.cfg", "LeaseEndsBeforeExpiry");
    }

    @Test
    @DisplayName("R6: a lease as long as the session outlives it, if the server's clock is the faster")
    void leaseWithoutMarginIsTooLong() throws Exception {
        assertViolates("Lease", "BrokenNoMargin.cfg", "LeaseEndsBeforeExpiry");
    }

    @Test
    @DisplayName("R6: a session of less than five ticks leaves a follower's pings too late for the lease")
    void leaseWithLatePingsIsTooLong() throws Exception {
        assertViolates("Lease", "BrokenLatePings.cfg", "LeaseEndsBeforeExpiry");
    }

    @Test
    @DisplayName("R14: a leader whose znode was deleted under it believes until it hears of it")
    void evictedLeaderStillBelieves() throws Exception {
        assertViolates("Election", "ExceptionEviction.cfg", "NoTwoBelieve");
    }

    @Test
    @DisplayName(
            "R6: not promised is a first lease that is proven by a write in the instant in which ZooKeeper ends the session")
    void firstLeaseProvenWhileTheSessionEndsIsTooLate() throws Exception {
        assertViolates("Lease", "ExceptionClosing.cfg", "LeaseEndsBeforeExpiry");
    }

    private void assertHolds(String module, String configuration) throws Exception {
        String output = check(module, configuration);
        assertThat(output).as(configuration).contains("Model checking completed. No error has been found.");
    }

    private void assertViolates(String module, String configuration, String invariant) throws Exception {
        String output = check(module, configuration);
        assertThat(output).as(configuration).contains("Invariant " + invariant + " is violated.");
    }

    private String check(String module, String configuration)
            throws IOException, InterruptedException, URISyntaxException {
        Path log = scratch.resolve("tlc.log");
        long start = System.nanoTime();
        Process tlc = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC",
                        "-Xmx1g",
                        // Such short runs spend more on the second compiler than they get from it.
                        "-XX:TieredStopAtLevel=1",
                        // TLC unpacks its standard modules there and does not clean up.
                        "-Djava.io.tmpdir=" + scratch,
                        "-cp",
                        Path.of(TLC.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        TLC.class.getName(),
                        "-workers",
                        "2",
                        "-metadir",
                        scratch.resolve("states").toString(),
                        "-config",
                        configuration,
                        module + ".tla"))
                .directory(SPEC.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(tlc.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("TLC ended within %s s on %s", LIMIT_SECONDS, configuration)
                    .isTrue();
        } finally {
            tlc.destroyForcibly().waitFor();
        }
        String output = Files.readString(log, UTF_8);
        Matcher counts = COUNT.matcher(output);
        String count = "no states counted";
        while (counts.find()) {
            count = counts.group();
        }
        System.out.printf(
                "%s: %s in %d ms%n", configuration, count, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        return output;
    }
}
