/** The demo: an ensemble, some nodes, a fault, and the account of what became of every run. */
@NullMarked
package dev.baton.election.examples.scheduler.demo;

import org.jspecify.annotations.NullMarked;
