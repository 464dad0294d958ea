package dev.baton.election.internal.curator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;

/**
 * The full paths of one election's znodes, with the ACLs that the client's provider gives them.
 *
 * <p>Asks the provider once, on the thread that starts the election: it is a stranger, and may be slow.
 */
public final class ElectionPaths {

    private final String election;
    private final String baton;
    private final String candidates;
    private final Map<String, List<ACL>> acls = new HashMap<>();
    private final List<ACL> candidateAcl;

    /**
     * Works out the paths of an election.
     *
     * @param client whose namespace and ACL provider apply
     * @param path the election's path, without the namespace
     * @throws IllegalStateException if the provider gives no ACL
     */
    public ElectionPaths(CuratorFramework client, String path) {
        election = ZKPaths.fixForNamespace(emptyToNull(client.getNamespace()), path);
        baton = election + "/baton";
        candidates = election + "/candidates";
        CuratorFramework root = client.usingNamespace(null);
        acls.put(baton, aclOf(root, baton));
        for (String each = candidates; !each.equals("/"); each = parentOf(each)) {
            acls.put(each, aclOf(root, each));
        }
        candidateAcl = aclOf(root, candidates + "/c-");
    }

    @org.jspecify.annotations.Nullable
    private static String emptyToNull(@org.jspecify.annotations.Nullable String namespace) {
        return namespace == null || namespace.isEmpty() ? null : namespace;
    }

    /** Curator tells a path's ACL only by building an operation; without a namespace this asks no server. */
    private static List<ACL> aclOf(CuratorFramework root, String path) {
        try {
            Op create = root.transactionOp()
                    .create()
                    .withMode(CreateMode.PERSISTENT)
                    .forPath(path, new byte[0])
                    .get();
            return List.copyOf(((CreateRequest) create.toRequestRecord()).getAcl());
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new IllegalStateException(
                    "The client's ACL provider or schema gives no ACL for " + path + ": " + checked.getMessage(),
                    checked);
        }
    }

    static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash == 0 ? "/" : path.substring(0, slash);
    }

    /** The election's path, with the namespace. */
    public String election() {
        return election;
    }

    /** The baton's path. */
    public String baton() {
        return baton;
    }

    /** The path of the queue. */
    public String candidates() {
        return candidates;
    }

    /** The path of a candidate's znode. */
    public String candidate(String name) {
        return candidates + "/" + name;
    }

    /** The ACL of the election's path, a parent of it, the baton or the queue. */
    List<ACL> aclOf(String path) {
        return acls.get(path);
    }

    /** The ACL of every candidate's znode: all must be able to read each other's, or events are withheld. */
    List<ACL> candidateAcl() {
        return candidateAcl;
    }
}
