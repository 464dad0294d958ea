package dev.baton.election.internal.curator;

import dev.baton.election.internal.loop.Candidacy;
import dev.baton.election.internal.loop.ElectionDriver;
import dev.baton.election.internal.loop.ElectionLoop;
import dev.baton.election.internal.loop.ObserverDriver;
import dev.baton.election.internal.loop.Outlook;
import dev.baton.election.internal.loop.Pace;
import dev.baton.election.internal.loop.TermSink;
import dev.baton.election.internal.loop.ThreadTimeline;
import dev.baton.election.internal.machine.CandidateRecord;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;

/**
 * The one loop of each client, for as long as an election uses it.
 *
 * <p>Thread-safe. A client's facades, such as those of {@code usingNamespace}, share its connection and so its loop.
 */
public final class SharedLoops {

    private static final SecureRandom SECURE = new SecureRandom();
    private static final IdentityHashMap<CuratorZookeeperClient, Shared> LOOPS = new IdentityHashMap<>();

    private static final class Shared {
        private final ThreadTimeline timeline = new ThreadTimeline("baton-election");
        private final CuratorSessions sessions;
        private final ElectionLoop loop;
        private int users;

        Shared(CuratorFramework client) {
            sessions = new CuratorSessions(client, timeline);
            loop = new ElectionLoop(timeline, sessions, new Random(SECURE.nextLong()));
        }
    }

    private SharedLoops() {}

    /** Starts to drive an election on the client's loop; it lets go of the loop when it is closed for good. */
    public static ElectionDriver drive(
            CuratorFramework client, ElectionPaths paths, CandidateRecord record, TermSink sink, Candidacy candidacy) {
        CuratorZookeeperClient key = client.getZookeeperClient();
        byte[] object = new byte[8];
        SECURE.nextBytes(object);
        Shared shared = acquire(client, key);
        return shared.loop.add(
                HexFormat.of().formatHex(object),
                new CuratorPlace(paths, record),
                new Releasing(sink, () -> release(key, shared)),
                candidacy);
    }

    /** Starts to observe an election on the client's loop, until the observer is closed. */
    public static ObserverDriver observe(
            CuratorFramework client, ElectionPaths paths, Pace pace, Consumer<Outlook.View.Seen> told) {
        CuratorZookeeperClient key = client.getZookeeperClient();
        Shared shared = acquire(client, key);
        return shared.loop.observe(new CuratorOutlook(paths), pace, told, () -> release(key, shared));
    }

    private static Shared acquire(CuratorFramework client, CuratorZookeeperClient key) {
        synchronized (LOOPS) {
            Shared shared = LOOPS.computeIfAbsent(key, absent -> new Shared(client));
            shared.users++;
            return shared;
        }
    }

    private static void release(CuratorZookeeperClient key, Shared shared) {
        synchronized (LOOPS) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            LOOPS.remove(key);
        }
        shared.sessions.stop();
        shared.timeline.stop();
    }
}
