package dev.baton.election.examples.locks;

import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import dev.baton.election.fencing.TokenGate;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks: each is an election, and whoever leads it holds it. Every holder gets a greater token than the one before. A holder
 * that was paused for too long still believes that it has the lock; the resource, here a printer, does not believe it.
 */
public final class FencedLocks {

    /** The resource: it remembers the highest token that has come, and needs to know nobody. */
    private static final class Printer {
        private final TokenGate gate = new InMemoryTokenGate();
        private final List<String> printed = new ArrayList<>();

        void print(TermId lock, String page) {
            gate.guard("printer", lock, () -> printed.add(page));
        }
    }

    private FencedLocks() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            Printer printer = new Printer();
            Leadership alices = sandbox.stand("/locks/printer", "alice").awaitLeadership();
            System.out.println("alice has the lock, under token " + alices.token());
            printer.print(alices.id(), "alice 1");

            var bob = sandbox.stand("/locks/printer", "bob");
            System.out.println("bob waits: " + bob.leadership().isEmpty());
            sandbox.expireSession("alice"); // alice is paused, for longer than her session lasts
            Leadership bobs = bob.awaitLeadership();
            System.out.println("bob has the lock, under token " + bobs.token());
            printer.print(bobs.id(), "bob 1");

            try {
                printer.print(alices.id(), "alice 2");
            } catch (StaleTokenException refused) {
                System.out.println("alice is refused. " + refused.getMessage());
            }
            printer.print(bobs.id(), "bob 2");
            System.out.println("printed: " + printer.printed);
        }
    }
}
