/**
 * Leader election on ZooKeeper whose leaders are fenced.
 *
 * <p>The queue says who is next, the baton says who leads, and the transaction that passed the baton is the fencing
 * token. Start with {@link dev.baton.election.LeaderElection}; what one wins is a {@link
 * dev.baton.election.Leadership}, one term in office.
 *
 * <h2>What is not promised</h2>
 *
 * <ul>
 *   <li>A check and the action after it are two things. {@code isHeld()} is exact at the instant it is asked; what is
 *       done afterwards needs {@link dev.baton.election.Leadership#write write} or the {@linkplain
 *       dev.baton.election.Leadership#token() token}, which stores can check.
 *   <li>The lease is measured with {@link System#nanoTime()}. On a machine that is suspended, or a virtual machine that
 *       is paused together with its clock, that clock stops, and with it the end of the lease. Garbage collection and
 *       SIGSTOP are no such pauses.
 *   <li>Whoever deletes the znode of a live leader, closes its session from outside or rewrites the baton deposes it at
 *       once. The leader learns it by an event: until then two processes may believe, and the older one's writes are
 *       refused.
 *   <li>After a restore of an old backup of the ensemble, transaction ids, and so tokens, may repeat. The remedy is to
 *       raise {@code acceptedEpoch} on every server before starting it.
 * </ul>
 *
 * <h2>What is assumed</h2>
 *
 * All servers have the same {@code tickTime} and the same bounds of the session timeout; {@code localSessionsEnabled} is
 * false, which is the default; clocks of client and servers run at rates that differ by less than a tenth.
 */
@NullMarked
package dev.baton.election;

import org.jspecify.annotations.NullMarked;
