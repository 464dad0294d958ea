/** An example: a leader that numbers the invalidations of caches. */
@NullMarked
package dev.baton.election.examples.caches;

import org.jspecify.annotations.NullMarked;
