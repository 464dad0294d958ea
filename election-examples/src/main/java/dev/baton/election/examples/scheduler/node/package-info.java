/** A scheduler node: candidate, coordinator when elected, and worker. */
@NullMarked
package dev.baton.election.examples.scheduler.node;

import org.jspecify.annotations.NullMarked;
