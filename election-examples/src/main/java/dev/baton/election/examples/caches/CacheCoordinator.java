package dev.baton.election.examples.caches;

import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import dev.baton.election.fencing.TokenGate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A leader tells caches what to forget and what is true instead. A message of an old leader may arrive after those of the
 * new one, as networks do; each cache compares the term that it carries, and drops it.
 */
public final class CacheCoordinator {

    /** What the leader sends to all caches. */
    private record Message(TermId term, String key, String value) {}

    /** A cache in another process, in what matters. */
    private static final class Cache {
        private final TokenGate gate = new InMemoryTokenGate();
        private final Map<String, String> entries = new TreeMap<>();

        void receive(Message message) {
            try {
                gate.guard("cache", message.term(), () -> entries.put(message.key(), message.value()));
            } catch (StaleTokenException late) {
                System.out.println("dropped " + message.key() + "=" + message.value() + ", which came too late");
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            List<Cache> caches = List.of(new Cache(), new Cache(), new Cache());
            var second = sandbox.stand("/prices/coordinator", "b");
            Leadership b = second.awaitLeadership();
            var first = sandbox.stand("/prices/coordinator", "a");
            Message slow = new Message(b.id(), "apple", "10"); // sent by b, and on its way for a while
            caches.get(0).receive(slow);

            sandbox.expireSession("b");
            Leadership a = first.awaitLeadership();
            Message fresh = new Message(a.id(), "apple", "12");
            caches.forEach(cache -> cache.receive(fresh));

            System.out.println("the message of the old leader arrives at the others");
            caches.get(1).receive(slow);
            caches.get(2).receive(slow);
            caches.forEach(cache -> System.out.println("cache: " + cache.entries));
        }
    }
}
