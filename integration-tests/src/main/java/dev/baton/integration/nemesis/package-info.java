/** Runs an election of whole processes under random faults, and judges its history. */
@NullMarked
package dev.baton.integration.nemesis;

import org.jspecify.annotations.NullMarked;
