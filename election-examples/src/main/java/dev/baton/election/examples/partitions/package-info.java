/** An example: one leader for each of a fixed number of shards. */
@NullMarked
package dev.baton.election.examples.partitions;

import org.jspecify.annotations.NullMarked;
