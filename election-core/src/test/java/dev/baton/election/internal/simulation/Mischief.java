package dev.baton.election.internal.simulation;

import static dev.baton.election.internal.machine.SimulatedPlace.BATON;
import static dev.baton.election.internal.machine.SimulatedPlace.CANDIDATES;
import static dev.baton.election.internal.machine.SimulatedPlace.ELECTION;

import dev.baton.election.internal.machine.CandidateName;
import dev.baton.election.internal.machine.Event;
import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes the faults of a plan happen. */
final class Mischief {

    private static final long STARTED_AGAIN = 2 * World.SECOND;

    /** So long at least that a session may expire meanwhile. */
    private static final long UNREACHABLE = 6 * World.SECOND;

    private final World world;
    private final Ensemble ensemble;
    private final Cast cast;

    Mischief(World world, Ensemble ensemble, Cast cast) {
        this.world = world;
        this.ensemble = ensemble;
        this.cast = cast;
    }

    void prepare(Fault fault) {
        world.in(fault.at(), () -> {
            world.counters().add("fault: " + fault.kind());
            world.tell(() -> "FAULT " + fault);
            happen(fault);
        });
    }

    private void happen(Fault fault) {
        switch (fault.kind()) {
            case LAG -> {
                cast.all().forEach(each -> each.disturbed(fault.span()));
                ensemble.lag(fault.span());
            }
            case QUORUM_LOSS -> {
                cast.all().forEach(each -> each.disturbed(fault.span()));
                ensemble.loseQuorum();
                world.in(fault.span(), ensemble::regainQuorum);
            }
            case LEADER_DELETED, CANDIDATE_DELETED, BATON_DELETED, BATON_SPOILED, ALL_DELETED -> operate(fault);
            case RESIGN, PASS, CLOSE, LISTENER_THROWS, LISTENER_SLOW, UNWELL, KILL ->
                useBy(cast.someone(fault.target()), fault);
            default -> trouble(cast.someone(fault.target()), fault);
        }
    }

    private void trouble(Candidate who, Fault fault) {
        who.disturbed(fault.span());
        switch (fault.kind()) {
            case CUT -> who.handle().cut();
            case PARTITION -> {
                who.network().mute(fault.span());
                who.network().deafen(fault.span());
            }
            case MUTE -> who.network().mute(fault.span());
            case DEAF -> who.network().deafen(fault.span());
            case ANSWER_LOST -> who.network().loseNextAnswer();
            case REQUEST_LOST -> who.network().loseNextRequest();
            case SLOW_NETWORK -> who.network().slow(fault.span());
            case EVENTS_LOST -> {
                who.disturbed(World.SECOND * 100);
                who.network().forget(fault.span());
            }
            case LATE_NEWS -> who.network().delayNews(fault.span());
            case PAUSE -> who.pause(fault.span());
            case ZOMBIE -> who.handle().abandon(false);
            case LEAK -> who.handle().abandon(true);
            case SERVER_DIES -> serverDies(who, fault);
            default -> throw new IllegalStateException("no trouble: " + fault);
        }
    }

    private void serverDies(Candidate who, Fault fault) {
        Server server = ensemble.servers().stream()
                .filter(who.handle()::isOn)
                .findFirst()
                .orElse(ensemble.servers().get(1));
        cast.all().forEach(each -> each.disturbed(fault.span() + UNREACHABLE));
        if (fault.target() % 2 == 0) {
            who.network().mute(fault.span() + UNREACHABLE);
        }
        if (server == ensemble.servers().get(0)) {
            ensemble.loseQuorum();
            world.in(fault.span() / 10, ensemble::regainQuorum); // another is elected to lead
        } else {
            server.die();
            world.in(fault.span(), server::start);
        }
    }

    private void useBy(Candidate who, Fault fault) {
        switch (fault.kind()) {
            case RESIGN ->
                cast.leader().ifPresent(leader -> leader.user().term().ifPresent(leader.driver()::resign));
            case PASS ->
                cast.leader()
                        .ifPresent(leader -> leader.user().term().ifPresent(term -> {
                            List<CandidateName> queue =
                                    Referee.queue(ensemble.zooKeeper().tree());
                            if (!queue.isEmpty()) {
                                leader.driver()
                                        .pass(
                                                term,
                                                queue.get(fault.target() % queue.size())
                                                        .text());
                            }
                        }));
            case LISTENER_THROWS -> who.user().throwNext();
            case LISTENER_SLOW -> who.user().slow(fault.span());
            case UNWELL -> {
                who.driver().tell(new Event.Unwell());
                world.in(fault.span() + 1, () -> who.driver().tell(new Event.Well()));
            }
            case CLOSE -> {
                who.close();
                cast.startLater(who, STARTED_AGAIN + fault.span());
            }
            case KILL -> {
                who.kill();
                cast.startLater(who, STARTED_AGAIN + fault.span());
            }
            default -> throw new IllegalStateException("no use: " + fault);
        }
    }

    private void operate(Fault fault) {
        List<CandidateName> queue = Referee.queue(ensemble.zooKeeper().tree());
        List<Op> ops = new ArrayList<>();
        switch (fault.kind()) {
            case LEADER_DELETED ->
                cast.leader()
                        .flatMap(Candidate::own)
                        .ifPresent(own -> ops.add(new Op.Delete(CANDIDATES + "/" + own.name(), -1)));
            case CANDIDATE_DELETED -> {
                if (!queue.isEmpty()) {
                    String name = queue.get(fault.target() % queue.size()).text();
                    ops.add(new Op.Delete(CANDIDATES + "/" + name, -1));
                }
            }
            case BATON_DELETED -> ops.add(new Op.Delete(BATON, -1));
            case BATON_SPOILED -> ops.add(new Op.SetData(BATON, "spoiled".getBytes(StandardCharsets.UTF_8), -1));
            default -> {
                queue.forEach(each -> ops.add(new Op.Delete(CANDIDATES + "/" + each.text(), -1)));
                ops.addAll(List.of(new Op.Delete(BATON, -1), new Op.Delete(CANDIDATES, -1)));
                ops.add(new Op.Delete(ELECTION, -1));
            }
        }
        ensemble.operate(ops);
    }
}
