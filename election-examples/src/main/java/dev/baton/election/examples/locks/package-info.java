/** An example: a lock manager whose locks carry fencing tokens. */
@NullMarked
package dev.baton.election.examples.locks;

import org.jspecify.annotations.NullMarked;
