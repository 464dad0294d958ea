package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.jobs.Job;
import java.time.Duration;
import java.util.List;

/**
 * What a node is told at its start.
 *
 * @param id its name among the candidates
 * @param zookeeper the ensemble's connect string
 * @param root the znode that everything is below
 * @param sessionTimeout of its ZooKeeper session
 * @param tickTime of the ensemble's servers
 * @param store the JDBC URL
 * @param jobs what is to be run
 * @param drain how long running jobs are waited for when it leaves
 */
record NodeSettings(
        String id,
        String zookeeper,
        String root,
        Duration sessionTimeout,
        Duration tickTime,
        String store,
        List<Job> jobs,
        Duration drain) {}
