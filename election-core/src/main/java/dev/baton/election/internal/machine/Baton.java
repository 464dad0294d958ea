package dev.baton.election.internal.machine;

import java.util.Optional;

/**
 * The baton as it was read.
 *
 * @param record what it says
 * @param version its data version, the condition of the next claim or pass
 * @param zxid the transaction that wrote it: the token of the term that began with it
 */
public record Baton(BatonRecord record, int version, long zxid) {

    /** The znode that it names. */
    public Optional<String> holder() {
        return record.holder().map(BatonRecord.Holder::znode);
    }
}
