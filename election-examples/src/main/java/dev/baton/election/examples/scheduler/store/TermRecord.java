package dev.baton.election.examples.scheduler.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A term as the store has it: only terms that wrote are known.
 *
 * @param token its token as text
 * @param holder the node
 * @param begun when its first write was made
 * @param ended when it was recorded that it was over, by itself or by its successor
 * @param reason why it ended: a {@link dev.baton.election.RevocationReason}, or {@code SUPERSEDED} if its successor
 *     found it open, as after a crash
 */
public record TermRecord(
        String token, String holder, Instant begun, Optional<Instant> ended, Optional<String> reason) {}
