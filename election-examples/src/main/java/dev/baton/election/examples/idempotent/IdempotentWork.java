package dev.baton.election.examples.idempotent;

import dev.baton.election.Leadership;
import dev.baton.election.examples.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A store that can compare nothing, here a directory of files. What can be done there: every piece of work has a key that
 * does not depend on who does it, and its result is written under that key. Two leaders then do the same work twice, and no
 * harm comes of it. Beside it a log, to which each appends: there it does.
 */
public final class IdempotentWork {

    private IdempotentWork() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        try (Sandbox sandbox = Sandbox.open()) {
            Path invoices = Files.createDirectory(sandbox.directory().resolve("invoices"));
            Path log = sandbox.directory().resolve("mails-sent.log");
            Leadership old = sandbox.stand("/invoices/leader", "a").awaitLeadership();
            var second = sandbox.stand("/invoices/leader", "b");
            System.out.println("a leads, and is about to write the invoice of November: isHeld()=" + old.isHeld());
            sandbox.expireSession("a"); // a pause between looking and writing
            second.awaitLeadership();
            work("b", "2026-11", invoices, log);
            System.out.println("a goes on where it was");
            work("a", "2026-11", invoices, log);

            try (Stream<Path> files = Files.list(invoices)) {
                for (Path file : files.toList()) {
                    System.out.println("by key: " + file.getFileName() + " says '" + Files.readString(file) + "'");
                }
            }
            List<String> mails = Files.readAllLines(log);
            System.out.println("appended: " + mails.size() + " mails for one invoice: " + mails);
        }
    }

    /** The result depends on the key alone; it replaces what is there in one step, and is never half written. */
    private static void work(String who, String key, Path invoices, Path log) throws IOException {
        Path half = Files.writeString(invoices.resolveSibling(who + ".tmp"), "invoice of " + key + ", 100.00");
        Files.move(half, invoices.resolve(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(log, key + " by " + who + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.out.println(who + " did the work");
    }
}
