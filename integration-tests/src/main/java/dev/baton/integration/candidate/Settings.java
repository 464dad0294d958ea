package dev.baton.integration.candidate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a candidate is told, by environment variables.
 *
 * @param id under which it stands
 * @param connect the connect string of the ensemble
 * @param election the path of the election
 * @param work the path below which it writes while it leads
 * @param session the session timeout to ask for
 * @param tick the servers' {@code tickTime}
 */
public record Settings(String id, String connect, String election, String work, Duration session, Duration tick) {

    /** Reads the variables that {@link #toEnvironment()} sets. */
    public static Settings fromEnvironment(Map<String, String> environment) {
        return new Settings(
                required(environment, "BATON_ID"),
                required(environment, "BATON_CONNECT"),
                required(environment, "BATON_ELECTION"),
                required(environment, "BATON_WORK"),
                Duration.parse(required(environment, "BATON_SESSION")),
                Duration.parse(required(environment, "BATON_TICK")));
    }

    /** The variables for a candidate's process. */
    public Map<String, String> toEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("BATON_ID", id);
        environment.put("BATON_CONNECT", connect);
        environment.put("BATON_ELECTION", election);
        environment.put("BATON_WORK", work);
        environment.put("BATON_SESSION", session.toString());
        environment.put("BATON_TICK", tick.toString());
        return environment;
    }

    /** The znode that each leader overwrites. */
    public String counter() {
        return work + "/counter";
    }

    /** The parent of the ledger's entries. */
    public String ledger() {
        return work + "/ledger";
    }

    private static String required(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the environment variable " + name + " is missing");
        }
        return value;
    }
}
