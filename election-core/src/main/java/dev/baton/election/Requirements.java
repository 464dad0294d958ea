package dev.baton.election;

import dev.baton.election.internal.curator.Compatibility;
import java.time.Duration;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.utils.PathUtils;
import org.jspecify.annotations.Nullable;

/** What every election needs of its path, client and settings; a refusal names the value and the remedy. */
final class Requirements {

    private static final int LARGEST_PAYLOAD = 64 * 1024;
    private static final int LONGEST_ID = 256;
    private static final int HIGHEST_PRIORITY = 9999;

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

    static String candidateId(@Nullable String wanted, String path) {
        String id = given(wanted, "candidateId", "give a name, or leave it out for host name and process id", path);
        if (id.isBlank() || id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("The candidateId '" + id + "' of the election " + path
                    + " cannot be used: give 1 to " + LONGEST_ID + " characters in one line, not all blank");
        }
        return id;
    }

    static int priority(int priority, String path) {
        if (priority < 0 || priority > HIGHEST_PRIORITY) {
            throw new IllegalArgumentException("The priority of the election " + path + " is " + priority
                    + ": give a number from 0 to " + HIGHEST_PRIORITY);
        }
        return priority;
    }

    static Duration positive(@Nullable Duration value, String name, String path) {
        Duration duration = given(value, name, "leave it out for the default", path);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(
                    "The " + name + " of the election " + path + " is " + duration + ": give a positive duration");
        }
        return duration;
    }

    static <T> T given(@Nullable T value, String name, String remedy, String path) {
        if (value == null) {
            throw new IllegalArgumentException("The " + name + " of the election " + path + " is null: " + remedy);
        }
        return value;
    }

    static void started(CuratorFramework client, String path) {
        Compatibility.misfitOfLibraries().ifPresent(misfit -> {
            throw new IllegalStateException("Election " + path + ": " + misfit);
        });
        CuratorFrameworkState state =
                Objects.requireNonNull(client, "the client of an election").getState();
        if (state != CuratorFrameworkState.STARTED) {
            throw new IllegalStateException("The CuratorFramework for the election " + path + " is " + state
                    + ": call its start() before the election's, and close it after the election");
        }
    }
}
