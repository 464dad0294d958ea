package dev.baton.election;

import java.util.List;
import java.util.Optional;

/**
 * An election as one server of the ensemble knew it: who leads, who stands, who led before.
 *
 * <p>Read in several steps, so that what changes in between may be seen half. Immutable.
 *
 * @param path the election's path, with the client's namespace
 * @param leader who leads; empty if nobody does
 * @param candidates the queue, first in line first
 * @param history the terms before this one, newest first, at most 16
 */
public record ElectionSnapshot(
        String path, Optional<Leader> leader, List<Candidate> candidates, List<PastTerm> history) {}
