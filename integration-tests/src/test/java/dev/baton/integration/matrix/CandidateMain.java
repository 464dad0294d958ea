package dev.baton.integration.matrix;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.FencedException;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.Version;

/**
 * A candidate that prints what it believes and obeys the lines that it reads; uses nothing that Curator 5.2.0 lacks.
 *
 * <p>Every 20 ms it looks whether it leads: of a new term it says {@code elected} and writes its token, and when the term
 * is no longer held it tries one more write and says whether that was {@code refused}.
 */
public final class CandidateMain {

    private static final Duration LOOK = Duration.ofMillis(20);

    private CandidateMain() {}

    /**
     * Stands until its input ends.
     *
     * @param args connect string, path of the election, id, session timeout and tick in milliseconds, path to write to
     */
    public static void main(String[] args) throws Exception {
        say("client", Version.getVersion());
        Duration tick = Duration.ofMillis(Long.parseLong(args[4]));
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(args[0])
                .sessionTimeoutMs(Integer.parseInt(args[3]))
                .connectionTimeoutMs(5000)
                .retryPolicy(new RetryOneTime(100))
                .build()) {
            client.start();
            try (LeaderElection election = LeaderElection.builder(client, args[1])
                    .candidateId(args[2])
                    .serverTickTime(tick)
                    .listener(new Printer())
                    .start()) {
                Thread work = new Thread(() -> work(client, election, args[5]), "work");
                work.setDaemon(true);
                work.start();
                obey(election, args[5]);
            }
        } catch (IllegalStateException refused) {
            say("unsupported", refused.getMessage());
            System.exit(3);
        }
    }

    private static void obey(LeaderElection election, String target) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("resign")) {
                election.leadership().ifPresent(Leadership::close);
            } else if (line.equals("write")) {
                election.leadership().ifPresent(term -> writeAgain(term, target));
            } else {
                throw new IllegalArgumentException("no one obeys " + line);
            }
        }
    }

    private static void work(CuratorFramework client, LeaderElection election, String target) {
        Optional<Leadership> mine = Optional.empty();
        while (true) {
            if (mine.isPresent() && !mine.get().isHeld()) {
                tryOnceMore(mine.get(), target);
                mine = Optional.empty();
            } else if (mine.isEmpty()) {
                mine = election.leadership();
                mine.ifPresent(term -> begin(client, term, target));
            }
            try {
                Thread.sleep(LOOK.toMillis());
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private static void begin(CuratorFramework client, Leadership term, String target) {
        try {
            term.write(target, bytes(term));
            var handle = client.getZookeeperClient().getZooKeeper();
            String password = HexFormat.of().formatHex(handle.getSessionPasswd());
            say("elected", term.token() + " " + Long.toHexString(handle.getSessionId()) + " " + password);
        } catch (Exception failed) {
            say("unwritten", term.token() + " " + failed);
        }
    }

    private static void writeAgain(Leadership term, String target) {
        try {
            term.write(target, bytes(term));
            say("wrote", term.token().toString());
        } catch (ElectionException failed) {
            say("unwritten", term.token() + " " + failed.getMessage());
        }
    }

    private static void tryOnceMore(Leadership over, String target) {
        try {
            over.write(target, bytes(over));
            say("ACCEPTED", over.token().toString());
        } catch (FencedException refused) {
            say("refused", over.token().toString());
        }
    }

    private static byte[] bytes(Leadership term) {
        return term.token().toString().getBytes(StandardCharsets.UTF_8);
    }

    private static synchronized void say(String what, String more) {
        System.out.println(what + " " + more);
        System.out.flush();
    }

    private static final class Printer implements ElectionListener {

        @Override
        public void revoked(Leadership term, RevocationReason reason) {
            say("revoked", term.token() + " " + reason);
        }

        @Override
        public void failed(ElectionException cause) {
            say("failed", cause.getMessage());
        }
    }
}
