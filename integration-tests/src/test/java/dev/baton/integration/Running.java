package dev.baton.integration;

import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategy;

/** A container counts as started when its process runs; what more is needed, tests wait for themselves. */
final class Running extends AbstractWaitStrategy {
    static final WaitStrategy IS_ENOUGH = new Running();

    private Running() {}

    @Override
    protected void waitUntilReady() {
        // The process runs: Testcontainers has seen to that before it asks.
    }
}
