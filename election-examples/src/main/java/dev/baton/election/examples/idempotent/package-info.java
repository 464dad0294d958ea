/** An example: two leaders do the same work in a store that can compare nothing. */
@NullMarked
package dev.baton.election.examples.idempotent;

import org.jspecify.annotations.NullMarked;
