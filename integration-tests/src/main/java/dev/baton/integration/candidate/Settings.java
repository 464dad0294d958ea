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
 * @param recipe what to stand by
 */
public record Settings(
        String id, String connect, String election, String work, Duration session, Duration tick, Recipe recipe) {

    /** Reads the variables that {@link #toEnvironment()} sets. */
    public static Settings fromEnvironment(Map<String, String> environment) {
        return new Settings(
                required(environment, "BATON_ID"),
                required(environment, "BATON_CONNECT"),
                required(environment, "BATON_ELECTION"),
                required(environment, "BATON_WORK"),
                Duration.parse(required(environment, "BATON_SESSION")),
                Duration.parse(required(environment, "BATON_TICK")),
                Recipe.named(required(environment, "BATON_RECIPE")));
    }

    /** The same, but for the servers to connect to. */
    public Settings connectingTo(String servers) {
        return new Settings(id, servers, election, work, session, tick, recipe);
    }

    /** The same for another candidate. */
    public Settings standingAs(String other) {
        return new Settings(other, connect, election, work, session, tick, recipe);
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
        environment.put("BATON_RECIPE", recipe.toString());
        return environment;
    }

    /** The znode that is written by a term that is over. */
    public String register() {
        return work + "/register";
    }

    /** The counter that is written with the proof of the term. */
    public String fencedCounter() {
        return work + "/fenced";
    }

    /** The counter that is written without. */
    public String unfencedCounter() {
        return work + "/unfenced";
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
