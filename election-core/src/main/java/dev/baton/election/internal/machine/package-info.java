/**
 * The heart: an election as a pure function (state, event) → (state, actions).
 *
 * <p>Imports {@code java.*} only: no thread, no clock, no log, no ZooKeeper. Start reading at {@link
 * dev.baton.election.internal.machine.State}.
 */
@NullMarked
package dev.baton.election.internal.machine;

import org.jspecify.annotations.NullMarked;
