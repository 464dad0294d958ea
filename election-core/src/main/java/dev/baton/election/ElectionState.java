package dev.baton.election;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How an election stood at one instant, for people and monitors; nothing to base a decision on.
 *
 * @param path the election's path, with the client's namespace
 * @param candidateId the id that the candidate stands under
 * @param phase one word: outside, joining, looking, queued, claiming, holding, leading, yielding, passing, leaving or
 *     closed
 * @param since since when nothing of note has changed, by the wall clock
 * @param znode the name of the candidate's own znode, if it has one
 * @param token the token, while it leads
 * @param remaining the rest of the lease; zero unless it leads
 * @param lastError the last thing that did not work, if something did not
 */
public record ElectionState(
        String path,
        String candidateId,
        String phase,
        Instant since,
        Optional<String> znode,
        Optional<FencingToken> token,
        Duration remaining,
        Optional<String> lastError) {

    /** One line for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(path)
                .append(' ')
                .append(candidateId)
                .append(": ")
                .append(phase)
                .append(" since ")
                .append(since);
        znode.ifPresent(name -> text.append(", znode ").append(name));
        token.ifPresent(held -> text.append(", token ")
                .append(held)
                .append(", lease ")
                .append(remaining.toMillis())
                .append(" ms"));
        lastError.ifPresent(error -> text.append(", last error: ").append(error));
        return text.toString();
    }
}
