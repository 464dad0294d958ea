package dev.baton.election.examples.idempotent;

import dev.baton.election.FencedException;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.examples.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Two leaders do the same work in a store that compares nothing, and no harm comes of it: what they write is put in a
 * place, and has a content, that follow from the execution's key alone. A store that is appended to shows the harm.
 */
public final class IdempotentWork {

    private static final String KEY = "invoices-2026-11";

    private IdempotentWork() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            Path store = sandbox.directory();
            Leadership old = sandbox.stand("/billing/leader", "billing-1").awaitLeadership();
            LeaderElection second = sandbox.stand("/billing/leader", "billing-2");
            System.out.println("billing-1 begins " + KEY + ", isHeld()=" + old.isHeld());

            sandbox.expireSession("billing-1"); // a pause, here, that outlasts the session
            Leadership next = second.awaitLeadership();
            System.out.println("billing-1 is paused, billing-2 leads, finds " + KEY + " unfinished, and does it");
            work(store, next);
            System.out.println("billing-1 goes on where it was");
            work(store, old);

            System.out.println("appended: " + Files.readAllLines(store.resolve("appended.txt")));
            System.out.println("put by key: " + Files.readAllLines(store.resolve(KEY + ".txt")));
            System.out.println("finished by: "
                    + new String(
                            sandbox.client("billing-2").getData().forPath("/billing/" + KEY), StandardCharsets.UTF_8));
        }
    }

    private static void work(Path store, Leadership term) throws IOException {
        String leader = term.candidateId();
        // Of the key and its fixed input only: no clock, no leader, no "next number".
        String invoice = "invoice " + KEY + "/17: 80 EUR";
        Files.writeString(
                store.resolve("appended.txt"), invoice + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);

        // Put whole, by rename, so that no reader sees half of it, whoever writes at the same time.
        Path whole = Files.createTempFile(store, KEY, ".part");
        Files.writeString(whole, invoice + "\n");
        boolean replaced = Files.exists(store.resolve(KEY + ".txt"));
        Files.move(
                whole,
                store.resolve(KEY + ".txt"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        System.out.println(leader + ": put " + KEY + (replaced ? ", which was there, with the same content" : ""));
        try {
            term.write("/billing/" + KEY, leader.getBytes(StandardCharsets.UTF_8)); // after the work, never before it
            System.out.println(leader + ": noted as finished");
        } catch (FencedException over) {
            System.out.println(leader + ": the note is refused. " + over.getMessage());
        }
    }
}
