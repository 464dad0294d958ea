package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Failure;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What does not work at present: tells the first of a row of equal failures, and that it is over. Not thread-safe.
 */
final class Troubles {

    private static final Logger LOG = LoggerFactory.getLogger(Troubles.class);

    private final Place place;
    private final TermSink sink;
    private Optional<Failure.Kind> row = Optional.empty();
    private Optional<Failure> last = Optional.empty();
    private boolean told;
    private long count;

    Troubles(Place place, TermSink sink) {
        this.place = place;
        this.sink = sink;
    }

    /** A connection that comes and goes is only logged: that is what the back-off is for. */
    void add(Failure failure) {
        last = Optional.of(failure);
        count++;
        if (failure.kind() == Failure.Kind.CALLBACK) {
            tell(failure); // each is news, and no answer of a server says that it is over
            return;
        }
        if (row.equals(Optional.of(failure.kind())) || isPartOfTheRow(failure)) {
            return;
        }
        row = Optional.of(failure.kind());
        if (failure.kind() == Failure.Kind.CONNECTION || failure.kind() == Failure.Kind.SESSION_OVER) {
            LOG.info("{} {}: {}", place.path(), place.candidateId(), failure.message());
            return;
        }
        told = true;
        tell(failure);
    }

    /** Where no server is reached, every request fails. */
    private boolean isPartOfTheRow(Failure failure) {
        return row.equals(Optional.of(Failure.Kind.UNREACHABLE)) && failure.kind() == Failure.Kind.CONNECTION;
    }

    private void tell(Failure failure) {
        LOG.warn("{} {}: {}", place.path(), place.candidateId(), failure.message());
        sink.failed(failure);
    }

    /** It works again: the next failure is news. Who was told that it did not work is told that it does. */
    void over() {
        row = Optional.empty();
        if (told) {
            told = false;
            sink.noticed(new Notice.Recovered());
        }
    }

    Optional<Failure> last() {
        return last;
    }

    long count() {
        return count;
    }
}
