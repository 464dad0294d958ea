package dev.baton.election.internal.curator;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.ZooKeeper;

/** Whether the libraries and the server at hand are of those that Baton is tried with: docs/compatibility.md. */
public final class Compatibility {

    /** An interface that Curator has since 5.2.0. */
    private static final String SINCE_5_2 = "org.apache.curator.framework.api.Idempotentable";

    private static final int[] OLDEST_CLIENT = {3, 6};

    private Compatibility() {}

    /** Says what is wrong with the libraries on the class path, if something is. */
    public static Optional<String> misfitOfLibraries() {
        if (!isThere(SINCE_5_2, CuratorFramework.class.getClassLoader())) {
            return Optional.of(
                    "Curator" + version(CuratorFramework.class) + " on the class path is too old: Baton needs"
                            + " Curator 5.2.0 or later, with a ZooKeeper client of 3.6 or later");
        }
        if (isOld(Version.getVersion())) {
            return Optional.of(
                    "ZooKeeper's client " + Version.getVersion() + " on the class path is too old: Baton, like"
                            + " Curator 5, needs one of 3.6 or later; servers may be of 3.5");
        }
        return Optional.empty();
    }

    /**
     * Says what is wrong with the server, if something is.
     *
     * <p>Servers before 3.5 cut the connection of whoever takes back a watch. They do not have the znode of the ensemble's
     * configuration, which is how they are told: one read, that takes no right and ignores a chroot.
     *
     * @param limit how long to wait for the answer; none is no misfit
     */
    public static Optional<String> misfitOf(ZooKeeper handle, Duration limit) throws InterruptedException {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        handle.getConfig(false, (rc, path, context, data, stat) -> answer.complete(Code.get(rc)), null);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS) == Code.NONODE
                    ? Optional.of(
                            "The ZooKeeper server is older than 3.5, and would cut the connection whenever a candidate"
                                    + " leaves the queue: Baton needs servers of 3.5 or later")
                    : Optional.empty();
        } catch (TimeoutException silent) {
            return Optional.empty();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("nobody completes it so", impossible);
        }
    }

    static boolean isOld(String version) {
        String[] parts = version.split("[^0-9]+");
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = Integer.parseInt(parts[1]);
            return major < OLDEST_CLIENT[0] || (major == OLDEST_CLIENT[0] && minor < OLDEST_CLIENT[1]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException named) {
            return false; // somebody's own build: let it try
        }
    }

    private static boolean isThere(String type, ClassLoader loader) {
        try {
            Class.forName(type, false, loader);
            return true;
        } catch (ClassNotFoundException missing) {
            return false;
        }
    }

    private static String version(Class<?> of) {
        String version = of.getPackage().getImplementationVersion();
        return version == null ? "" : " " + version;
    }
}
