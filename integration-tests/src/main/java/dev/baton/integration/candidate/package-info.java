/** A candidate as a process of its own, which keeps a journal of what it believes and does. */
@NullMarked
package dev.baton.integration.candidate;

import org.jspecify.annotations.NullMarked;
