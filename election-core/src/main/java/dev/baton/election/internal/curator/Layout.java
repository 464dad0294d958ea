package dev.baton.election.internal.curator;

import dev.baton.election.internal.machine.BatonRecord;
import dev.baton.election.internal.machine.Failure;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/**
 * Creates what an election stands on, where it is missing.
 *
 * <p>All of it is persistent, never a container: an emptied container is reaped after a minute, and the sequence of the
 * next one starts at 0 again (ZooKeeper's {@code ContainerManager}).
 */
final class Layout {

    private final ZooKeeper handle;
    private final ElectionPaths paths;
    private final Consumer<Optional<Failure>> done;

    private Layout(ZooKeeper handle, ElectionPaths paths, Consumer<Optional<Failure>> done) {
        this.handle = handle;
        this.paths = paths;
        this.done = done;
    }

    /** Creates the queue's path, the baton, and their parents; tells what went wrong, if something did. */
    static void ensure(ZooKeeper handle, ElectionPaths paths, Consumer<Optional<Failure>> done) {
        Layout layout = new Layout(handle, paths, done);
        layout.ensure(
                paths.candidates(),
                new byte[0],
                () -> layout.ensure(paths.baton(), BatonRecord.BLANK.encode(), () -> done.accept(Optional.empty())));
    }

    /** Tries the path itself first: who may create a child need not have a right to create its parents. */
    private void ensure(String path, byte[] data, Runnable next) {
        create(path, data, rc -> {
            if (exists(rc)) {
                next.run();
            } else if (Code.get(rc) != Code.NONODE) {
                fail(path, rc);
            } else if (ElectionPaths.parentOf(path).equals("/")) {
                done.accept(Optional.of(Failures.noChroot(handle, path)));
            } else {
                ensure(ElectionPaths.parentOf(path), new byte[0], () -> createOnce(path, data, next));
            }
        });
    }

    private void createOnce(String path, byte[] data, Runnable next) {
        create(path, data, rc -> {
            if (exists(rc)) {
                next.run();
            } else {
                fail(path, rc);
            }
        });
    }

    private void create(String path, byte[] data, Consumer<Integer> answer) {
        handle.create(
                path,
                data,
                paths.aclOf(path),
                CreateMode.PERSISTENT,
                (rc, p, context, name) -> answer.accept(rc),
                null);
    }

    private static boolean exists(int rc) {
        Code code = Code.get(rc);
        return code == Code.OK || code == Code.NODEEXISTS;
    }

    private void fail(String path, int rc) {
        done.accept(Optional.of(Failures.of(handle, "Creating", path, rc)));
    }
}
