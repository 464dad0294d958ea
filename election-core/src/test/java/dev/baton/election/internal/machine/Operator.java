package dev.baton.election.internal.machine;

import dev.baton.election.internal.machine.MemoryZooKeeper.Op;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Someone with zkCli who deletes and writes what is not theirs. */
final class Operator {

    private static final Pattern SHORT = Pattern.compile("([0-9a-f])([0-9a-z]+)#([0-9]+)");

    private final MemoryZooKeeper zooKeeper;

    Operator(MemoryZooKeeper zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    /** Does what a command of a transcript says; says whether that was one for an operator. */
    boolean does(String... words) {
        switch (words[0]) {
            case "wipe" -> wipe();
            case "delete" -> delete(path(words[1]));
            case "write" -> {
                byte[] same = zooKeeper.read(SimulatedPlace.BATON).orElseThrow().data();
                zooKeeper.transact(0, List.of(new Op.SetData(SimulatedPlace.BATON, same, -1)));
            }
            default -> {
                return false;
            }
        }
        return true;
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
        zooKeeper.transact(0, List.of(new Op.Delete(path, -1)));
    }

    static String path(String word) {
        Matcher znode = SHORT.matcher(word);
        return znode.matches()
                ? SimulatedPlace.CANDIDATES
                        + String.format(
                                "/c-%s.%s-%010d",
                                znode.group(1).repeat(16), znode.group(2), Integer.parseInt(znode.group(3)))
                : SimulatedPlace.ELECTION + "/" + word;
    }
}
