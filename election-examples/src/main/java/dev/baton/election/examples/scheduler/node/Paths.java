package dev.baton.election.examples.scheduler.node;

/**
 * The scheduler's znodes.
 *
 * @param root where they are
 */
record Paths(String root) {

    /** The election. */
    String election() {
        return root + "/election";
    }

    /** Who coordinates, for people. */
    String coordinator() {
        return root + "/coordinator";
    }

    /** The workers that are there, one ephemeral child each. */
    String workers() {
        return root + "/workers";
    }

    /** One worker. */
    String worker(String id) {
        return workers() + "/" + id;
    }
}
