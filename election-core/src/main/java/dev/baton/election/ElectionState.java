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
 * @param position how many are ahead in the queue, while it waits there
 * @param predecessor the znode that it waits for, while it does
 * @param holder the znode that the baton named when it was read last, while it waits
 * @param token the token, while it leads
 * @param remaining the rest of the lease; zero unless it leads
 * @param lastError the last thing that did not work, if something did not
 * @param failures how many requests have not worked so far
 * @param terms how many terms it has begun so far
 */
public record ElectionState(
        String path,
        String candidateId,
        String phase,
        Instant since,
        Optional<String> znode,
        Optional<Integer> position,
        Optional<String> predecessor,
        Optional<String> holder,
        Optional<FencingToken> token,
        Duration remaining,
        Optional<String> lastError,
        long failures,
        long terms) {

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
        position.ifPresent(ahead -> text.append(" at position ").append(ahead));
        predecessor.ifPresent(name -> text.append(", behind ").append(name));
        holder.ifPresent(name -> text.append(", led by ").append(name));
        token.ifPresent(held -> text.append(", token ")
                .append(held)
                .append(", lease ")
                .append(remaining.toMillis())
                .append(" ms"));
        lastError.ifPresent(error -> text.append(", last error: ").append(error));
        return text.toString();
    }
}
