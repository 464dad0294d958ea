package dev.baton.election.internal.machine;

/** What comes after the own znode is gone. */
enum Then {
    /** Join again, at the back of the queue. */
    REJOIN,
    /** Join again after a cool-down. */
    COOL_DOWN,
    /** Nothing any more. */
    CLOSE;

    /** The state that follows when the own znode is gone. */
    Step follow(Stamp at, boolean connected, boolean told) {
        Stamp next = at.next();
        Step step = switch (this) {
            case CLOSE -> Closed.closing(at);
            case REJOIN -> new Outside(next, connected, told, true).joinIfReady();
            case COOL_DOWN -> Step.to(new Outside(next, connected, told, false), new Action.CoolDown(next.round()));
        };
        return step.after(new Action.Unwatch());
    }
}
