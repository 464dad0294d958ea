/** An example: only the leader writes to a database. */
@NullMarked
package dev.baton.election.examples.primary;

import org.jspecify.annotations.NullMarked;
