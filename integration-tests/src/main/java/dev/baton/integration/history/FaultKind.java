package dev.baton.integration.history;

/** What can be done to candidates, servers and the network between them. */
public enum FaultKind {
    /** A candidate is killed (SIGKILL) and started again under the same id. */
    CANDIDATE_KILLED("candidate killed"),
    /** A candidate is asked to end (SIGTERM) and started again under the same id. */
    CANDIDATE_STOPPED("candidate stopped and started"),
    /** A candidate is not run for longer than its session. */
    CANDIDATE_PAUSED_LONG("candidate paused past its session"),
    /** A candidate is not run for a part of its session. */
    CANDIDATE_PAUSED_SHORT("candidate paused within its session"),
    /** A candidate is run and paused in turn, as on a machine that has no time for it. */
    CANDIDATE_STARVED("candidate starved of CPU"),
    /** No byte moves between a candidate and any server. */
    CANDIDATE_CUT("candidate cut off"),
    /** Bytes move in one direction only between a candidate and the servers. */
    CANDIDATE_HALF_OPEN("candidate half-open"),
    /** All bytes between a candidate and the servers are late. */
    CANDIDATE_SLOW("candidate on a slow link"),
    /** Packets between a candidate and the servers get lost. */
    CANDIDATE_LOSSY("candidate on a lossy link"),
    /** A candidate's connections are reset, again and again. */
    CANDIDATE_RESET("candidate's connections reset"),
    /** A candidate's wall clock jumps. */
    CANDIDATE_CLOCK_JUMPED("candidate's wall clock jumped"),
    /** A server is killed and started again. */
    SERVER_KILLED("server killed"),
    /** The server that leads the ensemble is killed and started again. */
    SERVER_LEADER_KILLED("ZooKeeper's leader killed"),
    /** A server is not run for a while. */
    SERVER_PAUSED("server paused"),
    /** The server that leads the ensemble is not run for a while. */
    SERVER_LEADER_PAUSED("ZooKeeper's leader paused"),
    /** A server reaches no other, but candidates reach it. */
    SERVER_CUT("server cut off from the others"),
    /** The server that leads the ensemble reaches no other, but candidates reach it. */
    SERVER_LEADER_CUT("ZooKeeper's leader in the minority"),
    /** A server is refused all writes to its disk, ends of it, and is started again. */
    SERVER_DISK_FULL("server's disk full"),
    /** A server's clock, the monotonic one too, runs fast or slow. */
    SERVER_CLOCK_SKEWED("server's clock fast or slow"),
    /** No majority of the servers runs. */
    QUORUM_LOST("quorum lost"),
    /** All servers are started anew, one by one. */
    ROLLING_RESTART("rolling restart"),
    /** All servers are stopped, then all started. */
    FULL_RESTART("full restart"),
    /** An operator deletes a candidate's znode. */
    ZNODE_EVICTED("znode evicted", true),
    /** An operator deletes the queue, or the whole path of the election. */
    PARENT_WIPED("parent wiped", true);

    private final String text;
    private final boolean deposes;

    FaultKind(String text) {
        this(text, false);
    }

    FaultKind(String text, boolean deposes) {
        this.text = text;
        this.deposes = deposes;
    }

    /**
     * Whether it is an operator's deposing of a live leader, who learns of it by an event only (R14): until then, and at
     * most until the lease ends, two may believe to lead.
     */
    public boolean deposes() {
        return deposes;
    }

    @Override
    public String toString() {
        return text;
    }
}
