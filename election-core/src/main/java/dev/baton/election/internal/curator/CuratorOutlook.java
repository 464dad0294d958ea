package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Outlook;
import dev.baton.election.internal.loop.Session;
import dev.baton.election.internal.machine.Baton;
import dev.baton.election.internal.machine.CandidateRecord;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/** An observer's two reads in ZooKeeper. {@link #look} and {@link #unwatch} are confined to the loop's thread. */
final class CuratorOutlook implements Outlook {

    private final ElectionPaths paths;
    private Optional<WatchSet> watches = Optional.empty();

    CuratorOutlook(ElectionPaths paths) {
        this.paths = paths;
    }

    @Override
    public void unwatch(Session session) {
        watches.filter(each -> each.isOn(session)).ifPresent(WatchSet::unset);
    }

    @Override
    public void look(Session session, Consumer<View> answer, Runnable touched) {
        if (watches.filter(each -> each.isOn(session)).isEmpty()) {
            watches = Optional.of(new WatchSet((CuratorSession) session, event -> touched.run()));
        }
        new Look(((CuratorSession) session).handle(), watches.get(), answer).baton();
    }

    private final class Look {
        private final ZooKeeper handle;
        private final WatchSet watches;
        private final Consumer<View> answer;

        Look(ZooKeeper handle, WatchSet watches, Consumer<View> answer) {
            this.handle = handle;
            this.watches = watches;
            this.answer = answer;
        }

        void baton() {
            Watcher watcher = watches.watcher();
            handle.getData(
                    paths.baton(),
                    watcher,
                    (rc, path, context, data, stat) -> {
                        Code code = Code.get(rc);
                        if (code == Code.OK) {
                            watches.set(path);
                            holder(Readings.baton(data, stat));
                        } else if (code == Code.NONODE) {
                            creation();
                        } else {
                            failed(path, rc);
                        }
                    },
                    null);
        }

        /** A read of a missing znode leaves no watch, but a question whether it exists does. */
        private void creation() {
            handle.exists(
                    paths.baton(),
                    watches.watcher(),
                    (rc, path, context, stat) -> {
                        Code code = Code.get(rc);
                        if (code == Code.OK) {
                            baton();
                        } else if (code == Code.NONODE) {
                            watches.set(path);
                            answer.accept(new View.Seen(Optional.empty(), Optional.empty()));
                        } else {
                            failed(path, rc);
                        }
                    },
                    null);
        }

        private void holder(Baton baton) {
            if (baton.holder().isEmpty()) {
                answer.accept(new View.Seen(Optional.of(baton), Optional.empty()));
                return;
            }
            handle.getData(
                    paths.candidate(baton.holder().get()),
                    watches.watcher(),
                    (rc, path, context, data, stat) -> {
                        Code code = Code.get(rc);
                        if (code == Code.OK) {
                            watches.set(path);
                            byte[] payload = CandidateRecord.payloadOf(data);
                            answer.accept(new View.Seen(Optional.of(baton), Optional.of(payload)));
                        } else if (code == Code.NONODE) {
                            answer.accept(new View.Seen(Optional.of(baton), Optional.empty()));
                        } else {
                            failed(path, rc);
                        }
                    },
                    null);
        }

        private void failed(String path, int rc) {
            answer.accept(new View.Failed(Failures.of(handle, "Reading", path, rc)));
        }
    }
}
