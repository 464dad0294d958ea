/**
 * The resource's side of fencing: stores that refuse the leaders of the past.
 *
 * <h2>The contract</h2>
 *
 * <ul>
 *   <li>A resource remembers the highest {@link dev.baton.election.TermId} that has written to it. A write under another
 *       is let in if that one {@linkplain dev.baton.election.TermId#mayFollow may follow}: its token is greater, or it is
 *       the same token of the same holder. Otherwise it is refused with {@link
 *       dev.baton.election.fencing.StaleTokenException}.
 *   <li>Comparing, remembering and writing are one atomic step. So the tokens of the writes that are applied never
 *       decrease, and no write that was applied is lost to one that should have been refused. What looks first and writes
 *       afterwards is no gate.
 *   <li>A write has three outcomes: done; refused, and nothing of it applied; unknown, as no answer came ({@link
 *       dev.baton.election.OutcomeUnknownException}). A write that carries the id of an {@link
 *       dev.baton.election.fencing.Operation} can be looked up, and tried again without a second effect.
 *   <li>Only writes that go through the gate are refused. A resource is as fenced as its least careful writer.
 * </ul>
 *
 * <h2>Which gate</h2>
 *
 * <ul>
 *   <li>{@link dev.baton.election.fencing.JdbcTokenGate}: within the caller's own transaction in PostgreSQL, SQLite,
 *       MySQL or MariaDB.
 *   <li>{@link dev.baton.election.fencing.ZnodeTokenGate}: within the caller's own transaction in ZooKeeper, for trees
 *       other than the election's; for that one use {@link dev.baton.election.Leadership#commit}.
 *   <li>{@link dev.baton.election.fencing.FileTokenGate} and {@link dev.baton.election.fencing.InMemoryTokenGate}: around
 *       a write to what has no transactions.
 *   <li>{@link dev.baton.election.fencing.FencingHeader}: takes a term to a server over HTTP.
 * </ul>
 *
 * <p>{@code docs/fencing.md} has each in ten lines, and what to do where a store can compare nothing.
 */
@NullMarked
package dev.baton.election.fencing;

import org.jspecify.annotations.NullMarked;
