package dev.baton.election.internal.loop;

import dev.baton.election.internal.machine.Action;
import dev.baton.election.internal.machine.Own;
import java.util.Locale;
import java.util.function.Consumer;

/** One term in office. Thread-safe. */
public final class Term {

    private final Action.Begin begin;
    private final Session session;
    private final LeaseClock lease;
    private final Consumer<Term> onLapse;
    private volatile boolean over;

    Term(Action.Begin begin, Session session, LeaseClock lease, Consumer<Term> onLapse) {
        this.begin = begin;
        this.session = session;
        this.lease = lease;
        this.onLapse = onLapse;
    }

    /** The holder's znode. */
    public Own own() {
        return begin.own();
    }

    /** The transaction that passed the baton. */
    public long zxid() {
        return begin.zxid();
    }

    /** The baton's data version in this term. */
    public int batonVersion() {
        return begin.batonVersion();
    }

    /** The token as text. */
    String token() {
        return String.format(Locale.ROOT, "%016x-%010d", zxid(), own().sequence());
    }

    /** The session that the term is bound to. */
    public Session session() {
        return session;
    }

    /**
     * Whether the term is held at this instant.
     *
     * <p>Once false it is false for ever: who finds the lease at its end ends the term for everybody, even if a renewal
     * that came in time is just being counted. A client that its owner closes ends it before the session is given up.
     */
    public boolean isHeld() {
        long end = lease.end();
        if (over || !session.isOpen()) {
            return false;
        }
        if (lease.isBefore(end)) {
            return true;
        }
        over = true;
        onLapse.accept(this);
        return false;
    }

    /** Nanoseconds up to the end of the lease; not positive if the term is over. */
    public long remaining() {
        return isHeld() ? lease.remaining() : 0;
    }

    /** Publishes that the term is over. */
    void end() {
        over = true;
    }
}
