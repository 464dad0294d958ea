package dev.baton.election.examples.scheduler.node;

/** Where a node tells what happens. */
@FunctionalInterface
interface Events {

    void tell(NodeEvent event);

    default void tell(EventKind kind, Object subject, String text) {
        tell(new NodeEvent(kind, String.valueOf(subject), text));
    }
}
