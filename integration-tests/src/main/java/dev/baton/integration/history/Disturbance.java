package dev.baton.integration.history;

import static java.util.Comparator.comparingLong;

import dev.baton.integration.history.Sighting.Fault;
import dev.baton.integration.history.Sighting.Healed;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A fault with its end.
 *
 * @param until when it was healed; the end of the history if it was not
 */
public record Disturbance(Fault fault, long until) {

    static List<Disturbance> of(History history) {
        Map<Integer, Long> healed =
                history.sightings(Healed.class).collect(Collectors.toMap(Healed::number, Healed::nanos, Math::min));
        long end = history.end();
        return history.sightings(Fault.class)
                .map(fault -> new Disturbance(fault, healed.getOrDefault(fault.number(), end)))
                .sorted(comparingLong(disturbance -> disturbance.fault().nanos()))
                .toList();
    }

    /** Whether a part of it lies in this span. */
    public boolean touches(long from, long to) {
        return fault.nanos() <= to && until >= from;
    }

    @Override
    public String toString() {
        return "#" + fault.number() + " " + fault.kind() + " " + fault.targets();
    }
}
