package dev.baton.integration.history;

/**
 * A place in a history at which something that must hold did not.
 *
 * @param rule what must hold
 * @param text what was seen instead, with names and tokens
 * @param from where in the history, in nanoseconds of its clock
 * @param to the same
 */
public record Finding(Rule rule, String text, long from, long to) {

    /** What must hold. */
    public enum Rule {
        /** R2, R6: no two terms are held at once. */
        ONE_TERM_AT_A_TIME,
        /** R5: each term's token is greater than those before, and so are the tokens of what was written. */
        TOKENS_GROW,
        /** R13: nothing is written with a term that is over. */
        STALE_WRITES_ARE_REFUSED,
        /** R13: no update of the fenced counter is overwritten by one that did not know it. */
        NO_LOST_UPDATE,
        /** R13: what was accepted is in the ledger, and what was refused is not. */
        LEDGER_IS_WHAT_WAS_ACCEPTED,
        /** R3, R10: somebody leads again within session timeout + 2 ticks + 2 s. */
        SOMEBODY_LEADS,
        /** R1: nobody waits while all others lead again and again. */
        NOBODY_STARVES,
        /** R11: one end is told for each beginning. */
        EACH_END_IS_TOLD_ONCE,
        /** No thread of a candidate dies of an exception. */
        NOTHING_CRASHES
    }
}
