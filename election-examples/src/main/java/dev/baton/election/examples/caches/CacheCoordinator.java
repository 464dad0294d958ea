package dev.baton.election.examples.caches;

import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import dev.baton.election.fencing.TokenGate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A leader tells caches what is not true any more, and numbers what it says. A number that is missing tells a cache that a
 * message was lost, so that it forgets everything. Numbers begin anew with each term: the last messages of the old leader may
 * be lost too, or come late; a cache forgets everything when a term begins, and drops what is of a lesser one.
 */
public final class CacheCoordinator {

    private CacheCoordinator() {}

    private record Invalidation(TermId term, long number, String key) {}

    private static final class Cache {
        private final String name;
        private final Map<String, Integer> entries = new TreeMap<>();
        private final TokenGate gate = new InMemoryTokenGate();
        private Optional<Invalidation> last = Optional.empty();

        Cache(String name) {
            this.name = name;
        }

        void receive(Invalidation message) {
            String what = name + ": #" + message.number() + " of token "
                    + message.term().token();
            try {
                System.out.println(what + gate.guard("cache", message.term(), () -> apply(message)));
            } catch (StaleTokenException late) {
                System.out.println(what + " DROPPED, token " + late.highest().token() + " was here");
            }
        }

        private String apply(Invalidation message) {
            boolean sameTerm = last.filter(m -> m.term().equals(message.term())).isPresent();
            boolean next = sameTerm && last.orElseThrow().number() + 1 == message.number();
            last = Optional.of(message);
            if (next) {
                entries.remove(message.key());
                return " forgets " + message.key();
            }
            entries.clear();
            return " forgets everything, as " + (sameTerm ? "a message is missing" : "a term begins");
        }
    }

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            Map<String, Integer> prices = new TreeMap<>(Map.of("apple", 1, "pear", 1));
            Cache near = new Cache("near");
            Cache far = new Cache("far ");
            Leadership a = sandbox.stand("/prices/coordinator", "a").awaitLeadership();
            LeaderElection second = sandbox.stand("/prices/coordinator", "b");

            change(prices, new Invalidation(a.id(), 1, "apple"), near, far);
            Invalidation slow = new Invalidation(a.id(), 2, "pear");
            change(prices, slow, near); // and is still on its way to the other
            sandbox.expireSession("a");
            Leadership b = second.awaitLeadership();
            change(prices, new Invalidation(b.id(), 1, "apple"), near, far);
            far.receive(slow);
            change(prices, new Invalidation(b.id(), 2, "pear"), near); // and is lost on its way to the other
            change(prices, new Invalidation(b.id(), 3, "apple"), near, far);
            System.out.println("store " + prices + ", near " + near.entries + ", far " + far.entries);
        }
    }

    /** Changes a price and says so; then everybody asks for all prices, and caches what the store says. */
    private static void change(Map<String, Integer> prices, Invalidation message, Cache... reached) {
        prices.merge(message.key(), 1, Integer::sum);
        for (Cache cache : reached) {
            cache.receive(message);
            prices.forEach(cache.entries::putIfAbsent);
        }
    }
}
