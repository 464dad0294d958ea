/**
 * The adapter: actions become ZooKeeper calls on the raw handle of one session, callbacks become events. Decides nothing.
 */
@NullMarked
package dev.baton.election.internal.curator;

import org.jspecify.annotations.NullMarked;
