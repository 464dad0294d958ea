package dev.baton.integration.nemesis;

import dev.baton.integration.history.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How often each kind of fault is drawn. What stops everybody is rare, as it hides all else. */
final class Odds {
    private static final List<FaultKind> URN = urn();

    private Odds() {}

    static FaultKind draw(Random random) {
        return URN.get(random.nextInt(URN.size()));
    }

    private static List<FaultKind> urn() {
        List<FaultKind> urn = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            for (int i = 0; i < weight(kind); i++) {
                urn.add(kind);
            }
        }
        return urn;
    }

    private static int weight(FaultKind kind) {
        return switch (kind) {
            case CANDIDATE_KILLED, CANDIDATE_PAUSED_LONG, CANDIDATE_CUT -> 6;
            case CANDIDATE_PAUSED_SHORT,
                    CANDIDATE_HALF_OPEN,
                    CANDIDATE_RESET,
                    SERVER_LEADER_KILLED,
                    SERVER_LEADER_PAUSED,
                    SERVER_LEADER_CUT -> 4;
            case CANDIDATE_STOPPED,
                    CANDIDATE_STARVED,
                    CANDIDATE_SLOW,
                    CANDIDATE_CLOCK_JUMPED,
                    SERVER_KILLED,
                    SERVER_PAUSED,
                    SERVER_CUT,
                    SERVER_DISK_FULL,
                    SERVER_CLOCK_SKEWED,
                    ZNODE_EVICTED -> 3;
            case ROLLING_RESTART, FULL_RESTART, QUORUM_LOST, PARENT_WIPED -> 1;
            // A proxy loses no packets: the container tests do.
            case CANDIDATE_LOSSY -> 0;
        };
    }
}
