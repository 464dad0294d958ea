package dev.baton.election.internal.machine;

import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some candidates on one ensemble, and what can be done to them.
 *
 * <pre>
 * start a       a is made and gets a session          hold a      no request of a is served, until "go a"
 * crash a       a's process is killed                 lose a      a's next request is applied, its answer lost
 * expire a      a's session expires on the servers    cut a       a's connection goes, until "reconnect a"
 * abandon a     a's client gives its session up       reversed a  as reconnect, with missed events in reverse
 * bury a        the session that a gave up expires    lapse a     a's lease runs out
 * resign a      a's user gives the term up            busy a      a's listener does not return, until "free a"
 * throw a       a's listener throws from elected      patience a  a's listener has had its time
 * close a       a's user closes the election          wait a      the time that a waits is over
 * review a      a's slow timer rings                  step a      only a goes on, until it has heard one event
 * unwell a      a's health check fails                well a      it passes again
 * prefer a      a starts with a higher priority       quiet a     a has stood quietly for long enough to ask
 * pass a x      a's user passes to the znode x        down a      a is cut, and its user wants that to end a term
 * delete x      an operator deletes the baton or the znode a1#0, and with "wipe" everything
 * write baton   an operator writes the baton, with the same data
 * </pre>
 */
final class Scene {

    private static final Pattern SHORT = Pattern.compile("([0-9a-f])([0-9a-z]+)#([0-9]+)");

    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper();
    private final Map<String, SimulatedCandidate> candidates = new TreeMap<>();
    private final Map<String, Long> abandoned = new TreeMap<>();
    private final Map<String, Long> sessions = new TreeMap<>();
    private final SimulatedCandidate.Spectator spectator;
    private int heard;

    Scene(SimulatedCandidate.Spectator spectator) {
        this.spectator = spectator;
    }

    MemoryZooKeeper zooKeeper() {
        return zooKeeper;
    }

    Collection<SimulatedCandidate> candidates() {
        return candidates.values();
    }

    /** Who leads and holds a lease, which is one at most. */
    List<String> leaders() {
        return candidates.values().stream()
                .filter(each -> each.state() instanceof Leading && each.isLeased())
                .map(each -> each.name)
                .toList();
    }

    /** Znodes that no living candidate knows as its own, though their sessions are alive. */
    List<String> orphans() {
        List<String> owned = candidates.values().stream()
                .flatMap(each -> each.state().node().stream().map(Own::name))
                .toList();
        return zooKeeper.children(SimulatedPlace.CANDIDATES).stream()
                .filter(each -> !owned.contains(each))
                .toList();
    }

    /** Does one of the commands above, and lets everybody act until there is nothing more to do. */
    void command(String line) {
        String[] words = line.split(" ", 2);
        if (words[0].equals("wipe")) {
            wipe();
        } else if (words[0].equals("delete")) {
            delete(path(words[1]));
        } else if (words[0].equals("write")) {
            byte[] same = zooKeeper.read(SimulatedPlace.BATON).orElseThrow().data();
            zooKeeper.transact(0, List.of(new Op.SetData(SimulatedPlace.BATON, same, -1)));
        } else if (words[0].equals("start") || words[0].equals("prefer")) {
            start(words[1], words[0].equals("start") ? 0 : 7);
        } else if (words[0].equals("pass")) {
            String[] who = words[1].split(" ", 2);
            String heir = path(who[1]).substring(SimulatedPlace.CANDIDATES.length() + 1);
            candidate(who[0]).hears(new Event.PassAsked(heir));
        } else if (!ofSession(words[0], words[1]) && !ofUser(words[0], candidate(words[1]))) {
            throw new IllegalArgumentException("no such command: " + line);
        }
        if (!words[0].equals("step")) {
            settle();
        }
    }

    private void start(String name, int priority) {
        SimulatedCandidate started = new SimulatedCandidate(name, priority, zooKeeper, this::saw);
        candidates.put(name, started);
        open(started);
    }

    /** Lets one candidate go on alone, though it is held, until it has heard one event. */
    private void step(SimulatedCandidate who) {
        who.wire().hold(false);
        for (int before = heard; heard == before; ) {
            if (!who.act()) {
                throw new IllegalArgumentException(who.name + " has nothing to do");
            }
        }
        who.wire().hold(true);
    }

    private boolean ofSession(String command, String name) {
        switch (command) {
            case "crash" -> candidates.remove(name);
            case "expire" -> expire(name);
            case "bury" -> zooKeeper.expire(abandoned.remove(name));
            case "abandon" -> {
                abandoned.put(name, sessions.get(name));
                reopen(candidate(name));
            }
            case "cut" -> candidate(name).wire().cut();
            case "down" -> {
                candidate(name).wire().cut();
                candidate(name).hears(new Event.Disconnected());
            }
            case "reconnect" -> reconnect(candidate(name), false);
            case "reversed" -> reconnect(candidate(name), true);
            case "hold" -> candidate(name).wire().hold(true);
            case "go" -> candidate(name).wire().hold(false);
            case "step" -> step(candidate(name));
            case "lose" -> candidate(name).wire().loseNextAnswer();
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean ofUser(String command, SimulatedCandidate who) {
        switch (command) {
            case "lapse" -> who.lapse();
            case "wait" -> who.ring();
            case "busy" -> who.busy(true);
            case "free" -> who.busy(false);
            case "patience" -> who.hears(new Event.PatienceOver(who.state().at().round()));
            case "review" -> who.hears(new Event.ReviewDue());
            case "quiet" -> who.hasStoodQuietly();
            case "unwell" -> who.hears(new Event.Unwell());
            case "well" -> who.hears(new Event.Well());
            case "resign" -> who.hears(new Event.ResignAsked());
            case "throw" -> who.hears(new Event.CallbackFailed());
            case "close" -> who.hears(new Event.CloseAsked());
            default -> {
                return false;
            }
        }
        return true;
    }

    private SimulatedCandidate candidate(String name) {
        return Optional.ofNullable(candidates.get(name)).orElseThrow(() -> new IllegalArgumentException("no " + name));
    }

    private void open(SimulatedCandidate who) {
        who.openSession();
        sessions.put(who.name, who.wire().session());
    }

    private void reopen(SimulatedCandidate who) {
        who.endSession();
        open(who);
    }

    private void expire(String name) {
        zooKeeper.expire(sessions.get(name));
        SimulatedCandidate who = candidates.get(name);
        if (who != null && who.wire().isUp()) {
            reopen(who); // a cut one hears of it when it reconnects
        }
    }

    private void reconnect(SimulatedCandidate who, boolean reversed) {
        if (zooKeeper.isAlive(who.wire().session())) {
            who.reconnect(reversed);
        } else {
            reopen(who);
        }
    }

    private void wipe() {
        for (String each : zooKeeper.children(SimulatedPlace.CANDIDATES)) {
            delete(SimulatedPlace.CANDIDATES + "/" + each);
        }
        delete(SimulatedPlace.CANDIDATES);
        delete(SimulatedPlace.BATON);
        delete(SimulatedPlace.ELECTION);
    }

    private void delete(String path) {
        if (zooKeeper.transact(0, List.of(new Op.Delete(path, -1))).code() != MemoryZooKeeper.Code.OK) {
            throw new IllegalArgumentException("cannot delete " + path);
        }
    }

    private static String path(String word) {
        Matcher znode = SHORT.matcher(word);
        return znode.matches()
                ? SimulatedPlace.CANDIDATES
                        + String.format(
                                "/c-%s.%s-%010d",
                                znode.group(1).repeat(16), znode.group(2), Integer.parseInt(znode.group(3)))
                : SimulatedPlace.ELECTION + "/" + word;
    }

    /** Lets everybody act in turn until nobody has anything to do; only then do leases begin. */
    private void settle() {
        for (int turns = 0; act() || lease(); turns++) {
            if (turns > 10_000) {
                throw new IllegalStateException("no end in sight");
            }
        }
    }

    private boolean act() {
        return candidates.values().stream().map(SimulatedCandidate::act).reduce(false, Boolean::logicalOr);
    }

    private boolean lease() {
        return candidates.values().stream().map(SimulatedCandidate::lease).reduce(false, Boolean::logicalOr);
    }

    private void saw(SimulatedCandidate who, State before, Event event, Step step) {
        heard++;
        spectator.saw(who, before, event, step);
    }
}
