package dev.baton.election.internal.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All processes of a run; one that ended is started again as another. */
final class Cast {

    private final World world;
    private final Ensemble ensemble;
    private final Referee referee;
    private final List<Candidate.Nature> natures;
    private final List<Candidate> present = new ArrayList<>();
    private int starts;

    Cast(World world, Ensemble ensemble, Referee referee, List<Candidate.Nature> natures) {
        this.world = world;
        this.ensemble = ensemble;
        this.referee = referee;
        this.natures = natures;
        natures.forEach(nature -> present.add(start(nature)));
    }

    private Candidate start(Candidate.Nature nature) {
        Candidate started = new Candidate(world, ensemble, referee, nature, starts++);
        referee.add(started);
        return started;
    }

    List<Candidate> all() {
        return present;
    }

    Candidate someone(int number) {
        return present.get(number % present.size());
    }

    /** One whose term has begun and not ended, whether it is held or not. */
    Optional<Candidate> leader() {
        return present.stream()
                .filter(each -> !each.isGone() && each.user().term().isPresent())
                .findFirst();
    }

    List<Candidate> live() {
        return present.stream().filter(Candidate::isLive).toList();
    }

    /** Starts one anew in the place of another that ended, or that is ending; unless that was done before. */
    void startLater(Candidate instead, long after) {
        world.in(after, () -> startInstead(instead));
    }

    private void startInstead(Candidate instead) {
        int place = present.indexOf(instead);
        if (place >= 0 && instead.isGone()) {
            present.set(place, start(natures.get(place)));
        } else if (place >= 0) {
            startLater(instead, World.SECOND);
        }
    }

    /** All troubles are over. */
    void heal() {
        for (Candidate each : present) {
            each.network().heal();
            each.user().heal();
            each.timeline().resume();
            each.disturbed(0);
        }
    }
}
