package dev.baton.election.cli;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import java.io.PrintWriter;
import org.apache.zookeeper.KeeperException;

/** Says what does not work while the candidate stands, and ends the waiting for what ZooKeeper does not permit. */
final class Complaints implements ElectionListener {

    private final PrintWriter err;
    private final Interruption interruption;

    Complaints(PrintWriter err, Interruption interruption) {
        this.err = err;
        this.interruption = interruption;
    }

    @Override
    public void elected(Leadership term) {
        // The main thread waits for the term itself.
    }

    /** Does not return before the program is gone: until then the baton is not passed on. */
    @Override
    public void revoked(Leadership term, RevocationReason reason) {
        if (reason != RevocationReason.RESIGNED && reason != RevocationReason.CLOSED) {
            err.println("baton: the term " + term.token() + " is over: " + reason);
            err.flush();
        }
        try {
            interruption.awaitProgramGone();
        } catch (InterruptedException shutDown) {
            Thread.currentThread().interrupt(); // nobody else interrupts this thread
        }
    }

    @Override
    public void failed(ElectionException cause) {
        if (cause.getCause() instanceof KeeperException.NoAuthException
                || cause.getCause() instanceof KeeperException.AuthFailedException) {
            interruption.hopeless(
                    new CommandFailure(ExitCode.NOT_PERMITTED, String.valueOf(cause.getMessage()), cause));
        } else {
            err.println("baton: " + cause.getMessage());
            err.flush();
        }
    }
}
