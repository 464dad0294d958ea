package dev.baton.integration.candidate;

/** A candidacy by some recipe; closing it takes it back. */
interface Stand extends AutoCloseable {
    @Override
    void close();
}
