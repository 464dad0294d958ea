/** What has to survive every process: runs, the fence, terms and refusals, in SQL. */
@NullMarked
package dev.baton.election.examples.scheduler.store;

import org.jspecify.annotations.NullMarked;
