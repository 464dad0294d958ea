package dev.baton.election;

import java.time.Instant;

/**
 * A term that is over, as the baton remembers it.
 *
 * @param candidateId who led
 * @param token the token of the term
 * @param since when it began, by wall clocks; for people only
 * @param until when the next one began
 * @param handedOver whether the holder passed the baton itself; otherwise it was found gone
 */
public record PastTerm(String candidateId, FencingToken token, Instant since, Instant until, boolean handedOver) {}
