/**
 * A job scheduler whose coordinator is elected: the main example.
 *
 * <p>Every node is a candidate and a worker. The elected coordinator turns due times into runs and gives each run to a
 * live worker; workers run what is given to them, and only that, and report. Three rules carry it through failures:
 *
 * <ul>
 *   <li>A run is one row, unique by job and scheduled time: a coordinator that takes over cannot submit it twice.
 *   <li>Every write of a coordinator carries the token of its term, and the store refuses it once a newer token has
 *       written: a leader of the past cannot decide anything.
 *   <li>Every write of a worker is conditional on run, attempt and worker: whoever lost a run cannot start or finish it.
 * </ul>
 *
 * <p>Presence is ephemeral (a znode per worker); the state of jobs is not (rows of a SQL store). So a lost coordinator
 * disturbs no running job, and a lost worker loses no run.
 *
 * <p><b>Not promised:</b> that a job's effects happen once. A worker that is cut off from everything goes on with its
 * job until it hears that the run was given to another. The job's process has {@code BATON_TOKEN} and {@code
 * BATON_ATTEMPT} in its environment, for stores that can compare them.
 */
@NullMarked
package dev.baton.election.examples.scheduler;

import org.jspecify.annotations.NullMarked;
