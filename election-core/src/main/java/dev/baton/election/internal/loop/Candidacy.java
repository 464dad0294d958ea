package dev.baton.election.internal.loop;

/**
 * How one candidate wants to stand.
 *
 * @param pace how long things may take
 * @param stepsDownWhenDisconnected whether a disconnect ends a term, rather than the end of the lease
 * @param healthChecked whether it stands only while a health check passes
 */
public record Candidacy(Pace pace, boolean stepsDownWhenDisconnected, boolean healthChecked) {}
