package dev.baton.election.examples.scheduler.node;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Opens a coordinator when this node is elected, and closes it when the term is over: one per term, never kept. */
final class Candidacy implements ElectionListener {

    private final Function<Office, Coordinator> coordinators;
    private final String proclamation;
    private final Duration closeLimit;
    private final Events events;
    /** The calls of a listener come one after another. */
    private Optional<Coordinator> current = Optional.empty();

    Candidacy(Function<Office, Coordinator> coordinators, String proclamation, Duration closeLimit, Events events) {
        this.coordinators = coordinators;
        this.proclamation = proclamation;
        this.closeLimit = closeLimit;
        this.events = events;
    }

    @Override
    public void elected(Leadership term) {
        events.tell(EventKind.LEADS, term.token(), "elected");
        Coordinator coordinator = coordinators.apply(new ElectedOffice(term, proclamation));
        current = Optional.of(coordinator);
        coordinator.start();
    }

    @Override
    public void revoked(Leadership term, RevocationReason reason) {
        events.tell(EventKind.OVER, term.token(), reason.name());
        current.ifPresent(coordinator -> coordinator.close(reason.name(), closeLimit));
        current = Optional.empty();
    }

    @Override
    public void failed(ElectionException cause) {
        events.tell(EventKind.TROUBLE, "election", String.valueOf(cause.getMessage()));
    }
}
