package dev.baton.election.examples.scheduler.demo;

import dev.baton.election.examples.scheduler.jobs.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a demo is to show.
 *
 * @param length how long runs are scheduled
 * @param fault what happens to the leader
 * @param faultAfter when exactly, after the beginning; absent for a third of the length, as soon as the leader runs a job
 * @param nodes how many nodes there are
 * @param sessionTimeout of their ZooKeeper sessions
 * @param jobs what is run
 * @param jobsFile where the nodes read that from
 * @param ledgered the names of the jobs that write to the ledger
 * @param store the JDBC URL, absent for a file that goes with the demo
 */
record Plan(
        Duration length,
        Fault fault,
        Optional<Duration> faultAfter,
        int nodes,
        Duration sessionTimeout,
        List<Job> jobs,
        Path jobsFile,
        List<String> ledgered,
        Optional<String> store) {

    /** The tick of the embedded server: the election asks for five in a session timeout. */
    Duration tickTime() {
        return sessionTimeout.dividedBy(8);
    }

    /** When the fault is due. */
    Duration faultTime() {
        return faultAfter.orElse(length.dividedBy(3));
    }

    /** Within which there must be another leader after a fault, by what the election promises. */
    Duration bound() {
        return fault == Fault.STOP
                ? Duration.ofSeconds(1)
                : sessionTimeout.plus(tickTime().multipliedBy(2)).plusSeconds(2);
    }
}
