/** Runs under random faults, as part of the build. */
@NullMarked
package dev.baton.integration.nemesis;

import org.jspecify.annotations.NullMarked;
