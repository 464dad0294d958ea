package dev.baton.integration.nemesis;

import dev.baton.integration.history.FaultKind;
import java.util.List;
import java.util.Set;

/**
 * One fault that can be done now.
 *
 * @param targets what it is done to
 * @param occupied what must not be touched by another meanwhile
 * @param body does it, and returns when it is healed again
 */
record Act(FaultKind kind, List<String> targets, Set<String> occupied, String detail, Body body) {

    /** Does a fault and heals it. */
    interface Body {
        void run() throws Exception;
    }

    static Act on(String target, FaultKind kind, String detail, Body body) {
        return new Act(kind, List.of(target), Set.of(target), detail, body);
    }
}
