package dev.baton.election;

import dev.baton.election.internal.machine.Baton;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Who leads, as an observer sees it.
 *
 * @param candidateId the id that it stands under
 * @param token the token of its term
 * @param since when the term began, by the wall clock of the one who wrote the baton; for people only
 * @param payload what the candidate published about itself, such as its address
 */
public record Leader(String candidateId, FencingToken token, Instant since, byte[] payload) {

    /** The one that the baton names, whose znode stands and has this payload. */
    static Optional<Leader> of(Baton baton, byte[] payload) {
        return baton.record()
                .holder()
                .map(holder -> new Leader(
                        holder.candidateId(),
                        new FencingToken(baton.zxid(), holder.sequence()),
                        baton.record().since(),
                        payload));
    }

    /** Takes a copy of the payload. */
    public Leader {
        payload = payload.clone();
    }

    /**
     * What the candidate published about itself.
     *
     * @return a copy
     */
    @Override
    public byte[] payload() {
        return payload.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Leader that
                && candidateId.equals(that.candidateId)
                && token.equals(that.token)
                && since.equals(that.since)
                && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return token.hashCode();
    }

    @Override
    public String toString() {
        return candidateId + ", token " + token + ", since " + since;
    }
}
