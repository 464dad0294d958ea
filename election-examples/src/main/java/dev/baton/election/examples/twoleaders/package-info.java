/** An example: two leaders on purpose, with and without a fence. */
@NullMarked
package dev.baton.election.examples.twoleaders;

import org.jspecify.annotations.NullMarked;
