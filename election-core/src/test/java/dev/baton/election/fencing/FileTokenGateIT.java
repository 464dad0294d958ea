package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.baton.election.ElectionException;
import dev.baton.election.FencingToken;
import dev.baton.election.TermId;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R13 in a directory that several processes use. */
class FileTokenGateIT {

    private static final TermId LAST = new TermId(new FencingToken(Long.MAX_VALUE, 1), "last");

    @TempDir
    private Path dir;

    @Test
    void processesThatAreKilledInTheMiddleLoseAndSpoilNothing_R13() throws Exception {
        WriterProcess.trial(dir.toString(), false, () -> WriterProcess.open(dir.toString()));
    }

    @Test
    void processThatIsFrozenInItsWriteKeepsOthersOutUntilItDies_R13() throws Exception {
        WriterProcess frozen = WriterProcess.start(dir.toString(), "frozen", 1);
        try {
            FileTokenGate impatient = new FileTokenGate(dir, Duration.ofMillis(200));
            await().atMost(Duration.ofSeconds(60)).until(() -> frozen.done() > 0);
            await("it is stopped within a write").atMost(Duration.ofSeconds(30)).until(() -> {
                frozen.signal("STOP");
                if (frozen.isInWrite() && isShut(impatient)) {
                    return true;
                }
                frozen.signal("CONT");
                return false;
            });
            assertThatExceptionOfType(ElectionException.class)
                    .isThrownBy(() -> impatient.guard("book", LAST, () -> true))
                    .withMessageContaining("another process holds its lock for longer than PT0.2S");
            frozen.kill();
            assertThat(new FileTokenGate(dir).<Boolean, RuntimeException>guard("book", LAST, () -> true))
                    .isTrue();
        } finally {
            frozen.kill();
        }
    }

    private static boolean isShut(FileTokenGate gate) {
        try {
            gate.highest("book");
            return false;
        } catch (ElectionException shut) {
            return true;
        }
    }
}
