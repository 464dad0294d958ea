package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.election.ElectionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R13 in a directory. */
class FileTokenGateTest extends TokenGateContract {

    @TempDir
    private Path dir;

    @Override
    TokenGate gate() {
        return new FileTokenGate(dir); // a new one for each call: what it remembers is in the directory
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void acceptedTokensNeverDecreaseAndNoAcceptedWriteIsLost_R13(long seed) throws Exception {
        GateTrial.run(seed, 40, false, () -> new FileResource(dir) {
            @Override
            void atTheEdge(Random random) {
                if (random.nextInt(10) == 0) {
                    throw new ArithmeticException("a crash inside the write");
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "format: 1\n",
                "format: 2\nresource: disk\nend\n",
                "format: 1\nresource: disk\nhighest: x\nend\n"
            })
    void recordThatCannotBeReadIsAnErrorAndNeverAnEmptyOne_R13(String spoiled) throws IOException {
        gate().guard("disk", NEW, () -> written.add("new"));
        Path record = dir.resolve("disk.gate");
        assertThat(record).content().contains("highest: " + NEW);
        Files.writeString(record, spoiled);

        assertThatExceptionOfType(ElectionException.class)
                .isThrownBy(() -> gate().guard("disk", OLD, () -> written.add("old")))
                .withMessageContainingAll(record.toRealPath().toString(), "nothing was written");
        assertThat(written).containsExactly("new");
    }

    @Test
    void everyCutOfARecordIsKnownToBeOne_R13() throws IOException {
        gate().guardOnce("disk", NEW, "op", () -> written.add("new"));
        byte[] whole = Files.readAllBytes(dir.resolve("disk.gate"));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .as("cut at %d", length)
                    .isThrownBy(() -> GateRecord.decode("disk", cut));
        }
        assertThat(GateRecord.decode("disk", whole).highest()).hasValue(NEW);
    }

    @Test
    void whatACrashLeavesBehindIsOverwritten_R13() throws IOException {
        gate().guard("disk", OLD, () -> written.add("old"));
        Files.writeString(dir.resolve("disk.gate.next"), "format: 1\nresource: disk\nhigh");
        gate().guard("disk", NEW, () -> written.add("new"));
        assertThat(gate().highest("disk")).hasValue(NEW);
    }

    @Test
    void othersWaitForAWriteOnlySoLongAndThenHaveWrittenNothing_R13() {
        gate().guard("disk", NEW, () -> {
            CompletableFuture<Void> other = CompletableFuture.runAsync(
                    () -> new FileTokenGate(dir, Duration.ofMillis(50)).guard("disk", NEW, () -> written.add("x")));
            return assertThat(other)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(ElectionException.class)
                    .withMessageContaining("takes longer than PT0.05S");
        });
        assertThat(written).isEmpty();
    }

    @Test
    void nothingButTheGatesFilesIsLeft() throws IOException {
        gate().guard("a/b", NEW, () -> true);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("a%2Fb.gate", "a%2Fb.gate.lock");
        }
    }
}
