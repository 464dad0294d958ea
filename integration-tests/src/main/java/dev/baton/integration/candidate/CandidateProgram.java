package dev.baton.integration.candidate;

import dev.baton.election.ElectionException;
import dev.baton.election.ElectionListener;
import dev.baton.election.LeaderElection;
import dev.baton.election.Leadership;
import dev.baton.election.RevocationReason;
import dev.baton.integration.candidate.Sighting.Crashed;
import dev.baton.integration.candidate.Sighting.Elected;
import dev.baton.integration.candidate.Sighting.Failed;
import dev.baton.integration.candidate.Sighting.Revoked;
import dev.baton.integration.candidate.Sighting.Started;
import dev.baton.integration.candidate.Sighting.Stopped;
import dev.baton.integration.candidate.Sighting.Stopping;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * Stands in an election until it is told to end, and writes a {@link Journal} to standard output.
 *
 * <p>While it leads it adds entries to a ledger. When it finds its term over it tries to write once more, which must be
 * refused, and stands again.
 */
public final class CandidateProgram {
    private CandidateProgram() {}

    /** Takes its {@link Settings} from the environment, and no arguments. */
    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.fromEnvironment(System.getenv());
        Journal journal = new Journal(settings.id(), System.out);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            journal.add(new Crashed(thread.getName(), thrown.toString(), System.nanoTime()));
            thrown.printStackTrace();
        });
        CuratorFramework client = connect(settings);
        Writer writer = new Writer(client, settings, journal);
        writer.prepare();
        Sampler sampler = new Sampler(journal, writer);
        LeaderElection election = LeaderElection.builder(client, settings.election())
                .candidateId(settings.id())
                .serverTickTime(settings.tick())
                .closeTimeout(Duration.ofSeconds(5))
                .listener(new JournalListener(journal, sampler))
                .start();
        journal.add(new Started(System.nanoTime()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(election, writer, journal), "stop"));
        sampler.run();
    }

    private static CuratorFramework connect(Settings settings) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(settings.connect())
                .sessionTimeoutMs((int) settings.session().toMillis())
                .connectionTimeoutMs((int) settings.session().toMillis())
                .retryPolicy(new ExponentialBackoffRetry(100, 10, 1_000))
                .build();
        client.start();
        client.blockUntilConnected();
        return client;
    }

    /** Leaves the client open: the end of its session would take away a znode that the election should have deleted. */
    private static void stop(LeaderElection election, Writer writer, Journal journal) {
        journal.add(new Stopping(System.nanoTime()));
        election.close();
        writer.finish();
        journal.add(new Stopped(System.nanoTime()));
    }

    private record JournalListener(Journal journal, Sampler sampler) implements ElectionListener {
        @Override
        public void elected(Leadership term) {
            journal.add(new Elected(term.token(), System.nanoTime()));
            sampler.follow(term);
        }

        @Override
        public void revoked(Leadership term, RevocationReason reason) {
            journal.add(new Revoked(term.token(), reason, System.nanoTime()));
        }

        @Override
        public void failed(ElectionException cause) {
            journal.add(new Failed(cause.toString(), System.nanoTime()));
        }
    }
}
