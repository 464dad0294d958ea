package dev.baton.election.internal.curator;

import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/** What to do about a client that may not: the remedies depend on how it signed in. */
final class SignIn {

    private static final String GRANT =
            "Grant this client CREATE, READ, WRITE and DELETE on the election's path and the"
                    + " znodes below, or correct its sign-in";
    private static final String CORRECT = "Correct its sign-in: the authorization(...) of the CuratorFramework, or the"
            + " JAAS section that it logs in with. It is tried again every few seconds";
    private static final String WRONG_ACL = "The ACL that the client's ACLProvider gives is refused: it is not"
            + " well formed, or it names the creator and the client has not signed in";
    private static final String FIPS = ". If that is DIGEST-MD5: clients from ZooKeeper 3.9 on refuse it unless"
            + " zookeeper.fips-mode is false, in the ZKClientConfig or as a system property";
    private static final String ANONYMOUS = ". The client's JAAS login failed, its log says why, and it is connected"
            + " without a name: correct the login; it is tried again with the next connection";

    private SignIn() {}

    static String remedy(ZooKeeper handle, Code code) {
        boolean jaas = handle.getClientConfig().isSaslClientEnabled();
        return switch (code) {
            case NOAUTH -> GRANT + anonymous(handle, jaas);
            case INVALIDACL -> WRONG_ACL + anonymous(handle, jaas);
            default -> CORRECT + anonymous(handle, jaas) + (jaas && refusesDigest(handle) ? FIPS : "");
        };
    }

    /** The client has no SASL client where one was wanted if, and only if, its constructor threw (ClientCnxn, 3.5 on). */
    private static String anonymous(ZooKeeper handle, boolean jaas) {
        return jaas && handle.getSaslClient() == null ? ANONYMOUS : "";
    }

    private static boolean refusesDigest(ZooKeeper handle) {
        return handle.getSaslClient() != null
                && handle.getSaslClient().getLoginContext() != null
                && handle.getClientConfig().getBoolean("zookeeper.fips-mode", true);
    }
}
