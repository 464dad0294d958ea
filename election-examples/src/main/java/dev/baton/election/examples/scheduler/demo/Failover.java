package dev.baton.election.examples.scheduler.demo;

import java.time.Duration;

/**
 * What a fault cost.
 *
 * @param gap from the fault to the first write of the next leader
 * @param withinBound whether that was within what is promised
 */
record Failover(Duration gap, boolean withinBound) {}
