/**
 * The one thread per client: hands events to the machines, performs their actions through ports, keeps the lease.
 *
 * <p>Start reading at {@link dev.baton.election.internal.loop.ElectionDriver}.
 */
@NullMarked
package dev.baton.election.internal.loop;

import org.jspecify.annotations.NullMarked;
