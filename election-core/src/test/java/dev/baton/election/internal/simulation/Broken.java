package dev.baton.election.internal.simulation;

/** A rule does not hold. */
final class Broken extends RuntimeException {

    private static final long serialVersionUID = 1;

    Broken(String rule) {
        super(rule);
    }
}
