package dev.baton.election.fencing;

import dev.baton.election.TermId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R13 in the memory of one process. */
class InMemoryTokenGateTest extends TokenGateContract {

    private final TokenGate gate = new InMemoryTokenGate();

    @Override
    TokenGate gate() {
        return gate;
    }

    /** A list that only the gate keeps threads from spoiling. */
    private static final class Book implements GateTrial.Resource {
        private final TokenGate gate = new InMemoryTokenGate();
        private final List<GateTrial.Written> written = new ArrayList<>();

        @Override
        public GateTrial.Outcome write(TermId term, String operation, Random random) {
            try {
                gate.guardOnce("book", term, operation, () -> {
                    crashNowAndThen(random);
                    List<GateTrial.Written> before = List.copyOf(written);
                    GateTrial.pause(random);
                    if (before.stream().noneMatch(each -> each.operation().equals(operation))) {
                        written.clear();
                        written.addAll(before);
                        written.add(new GateTrial.Written(term, operation));
                    }
                    crashNowAndThen(random);
                    return written;
                });
                return GateTrial.Outcome.DONE;
            } catch (StaleTokenException stale) {
                return GateTrial.Outcome.REFUSED;
            } catch (ArithmeticException crash) {
                return GateTrial.Outcome.UNKNOWN;
            }
        }

        private static void crashNowAndThen(Random random) {
            if (random.nextInt(10) == 0) {
                throw new ArithmeticException("a crash inside the write");
            }
        }

        @Override
        public boolean isFinished(String operation) {
            return gate.operation("book", operation).filter(Operation::finished).isPresent();
        }

        @Override
        public List<GateTrial.Written> written() {
            return written;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void acceptedTokensNeverDecreaseAndNoAcceptedWriteIsLost_R13(long seed) throws Exception {
        Book book = new Book();
        GateTrial.run(seed, 400, false, () -> book);
    }
}
