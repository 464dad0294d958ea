package dev.baton.election.internal.curator;

import dev.baton.election.internal.machine.Failure;
import java.time.Duration;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/** Puts ZooKeeper's error codes into words: what was tried, where, and what to do. */
final class Failures {

    private Failures() {}

    static Failure of(ZooKeeper handle, String tried, String path, int rc) {
        Code code = Code.get(rc);
        Failure.Kind kind = kindOf(code);
        String message =
                tried + " " + path + " on session 0x" + Long.toHexString(handle.getSessionId()) + " failed with " + code
                        + ". " + (kind == Failure.Kind.NOT_PERMITTED ? SignIn.remedy(handle, code) : remedy(kind));
        return new Failure(kind, message, Optional.of(KeeperException.create(code, path)));
    }

    static Failure noChroot(ZooKeeper handle, String path) {
        return new Failure(
                Failure.Kind.NO_CHROOT,
                "Creating " + path + " on session 0x" + Long.toHexString(handle.getSessionId())
                        + " failed, as its root does not exist: the connect string ends in a chroot that nobody has"
                        + " created. Create that path in ZooKeeper, or correct the connect string",
                Optional.of(KeeperException.create(Code.NONODE, path)));
    }

    static Failure clientClosed() {
        return new Failure(
                Failure.Kind.CLIENT_CLOSED,
                "The CuratorFramework of this election was closed, so it cannot stand any more. Close the election"
                        + " before its client",
                Optional.empty());
    }

    static Failure signInRefused(ZooKeeper handle) {
        return new Failure(
                Failure.Kind.NOT_PERMITTED,
                "Connecting on session 0x" + Long.toHexString(handle.getSessionId()) + " failed with " + Code.AUTHFAILED
                        + ". " + SignIn.remedy(handle, Code.AUTHFAILED),
                Optional.of(KeeperException.create(Code.AUTHFAILED)));
    }

    static Failure unreachable(String servers, Duration since) {
        return new Failure(
                Failure.Kind.UNREACHABLE,
                "Connecting to " + servers + " has not worked for " + since.toSeconds()
                        + " s. It is tried on. Check the"
                        + " addresses, and that most of the servers run. If they speak TLS, the client must too"
                        + " (zookeeper.client.secure, zookeeper.clientCnxnSocket), trust their certificate and show one"
                        + " that they trust; what failed is in the log of the client, and of the server",
                Optional.empty());
    }

    static Failure dead(ZooKeeper handle) {
        return new Failure(
                Failure.Kind.SESSION_OVER,
                "The handle of session 0x" + Long.toHexString(handle.getSessionId()) + " is dead ("
                        + handle.getState() + "), and the CuratorFramework has not replaced it: it is told to connect"
                        + " anew",
                Optional.empty());
    }

    private static Failure.Kind kindOf(Code code) {
        return switch (code) {
            // A moved session means that a request came over a connection given up already: ask again on the new one.
            case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT, SESSIONMOVED -> Failure.Kind.CONNECTION;
            case SESSIONEXPIRED -> Failure.Kind.SESSION_OVER;
            case NOAUTH, AUTHFAILED, INVALIDACL, SESSIONCLOSEDREQUIRESASLAUTH -> Failure.Kind.NOT_PERMITTED;
            case NOTREADONLY -> Failure.Kind.READ_ONLY;
            default -> Failure.Kind.OTHER;
        };
    }

    private static String remedy(Failure.Kind kind) {
        return switch (kind) {
            case CONNECTION -> "It is tried again when the connection is back";
            case SESSION_OVER -> "The candidate joins again on the next session";
            case READ_ONLY -> "The server has no quorum: bring the ensemble's majority back";
            default -> "It is tried again";
        };
    }
}
