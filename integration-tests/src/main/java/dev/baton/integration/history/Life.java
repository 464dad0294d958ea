package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Stopped;
import dev.baton.integration.history.Sighting.Stopping;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch for which a candidate stood in one process: until it was asked to end, was killed, or the history ends.
 *
 * @param killed whether it had no time to tell of all it did
 */
record Life(String candidate, long from, long to, boolean killed) {

    static List<Life> of(History history) {
        List<Life> lives = new ArrayList<>();
        for (String candidate : history.candidates()) {
            List<Line> own = history.lines().stream()
                    .filter(line -> line.by().equals(candidate))
                    .sorted(comparingLong(line -> line.sighting().nanos()))
                    .toList();
            List<Long> starts = instants(own, Started.class);
            for (int i = 0; i < starts.size(); i++) {
                long limit = i + 1 < starts.size() ? starts.get(i + 1) : Long.MAX_VALUE;
                lives.add(life(history, candidate, own, starts.get(i), limit));
            }
        }
        return lives;
    }

    private static Life life(History history, String candidate, List<Line> own, long from, long limit) {
        var stopping = instants(own, Stopping.class).stream()
                .filter(at -> at >= from && at < limit)
                .findFirst();
        if (stopping.isPresent()) {
            boolean stopped = instants(own, Stopped.class).stream().anyMatch(at -> at >= stopping.get() && at < limit);
            return new Life(candidate, from, stopping.get(), !stopped);
        }
        var killed = history.sightings(Fault.class)
                .filter(fault -> fault.kind() == FaultKind.CANDIDATE_KILLED
                        && fault.targets().contains(candidate))
                .map(Fault::nanos)
                .filter(at -> at >= from && at < limit)
                .findFirst();
        if (killed.isPresent()) {
            return new Life(candidate, from, killed.get(), true);
        }
        if (limit == Long.MAX_VALUE) {
            return new Life(candidate, from, history.end(), true);
        }
        long lastSign = own.stream()
                .mapToLong(line -> line.sighting().nanos())
                .filter(at -> at < limit)
                .max()
                .orElse(from);
        return new Life(candidate, from, lastSign, true);
    }

    private static List<Long> instants(List<Line> lines, Class<? extends Sighting> kind) {
        return lines.stream()
                .map(Line::sighting)
                .filter(kind::isInstance)
                .map(Sighting::nanos)
                .toList();
    }
}
