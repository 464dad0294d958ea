package dev.baton.election;

import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.utils.PathUtils;

/** What every election needs of its path and client; a refusal names the value and the remedy. */
final class Requirements {

    private static final int LARGEST_PAYLOAD = 64 * 1024;

    private Requirements() {}

    static void path(String path) {
        try {
            PathUtils.validatePath(path);
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(
                    "The election's path '" + path + "' is not valid: " + invalid.getMessage()
                            + ". Give an absolute path such as /billing/leader",
                    invalid);
        }
        if (path.equals("/")) {
            throw new IllegalArgumentException(
                    "The election's path is '/', but it needs one of its own. Give a path such as /billing/leader");
        }
    }

    static byte[] payload(byte[] bytes, String path) {
        if (bytes.length > LARGEST_PAYLOAD) {
            throw new IllegalArgumentException("The payload of the election " + path + " has " + bytes.length
                    + " bytes, but " + LARGEST_PAYLOAD + " are the most: publish a reference instead");
        }
        return bytes.clone();
    }

    static void started(CuratorFramework client, String path) {
        CuratorFrameworkState state =
                Objects.requireNonNull(client, "the client of an election").getState();
        if (state != CuratorFrameworkState.STARTED) {
            throw new IllegalStateException("The CuratorFramework for the election " + path + " is " + state
                    + ": call its start() before the election's, and close it after the election");
        }
    }
}
