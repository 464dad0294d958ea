package dev.baton.integration.candidate;

import dev.baton.integration.history.Journal;
import dev.baton.integration.history.Sighting.Crashed;
import dev.baton.integration.history.Sighting.Started;
import dev.baton.integration.history.Sighting.Stopped;
import dev.baton.integration.history.Sighting.Stopping;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;

/**
 * Stands in an election until it is told to end, and writes a {@link Journal} to standard output.
 *
 * <p>While it leads it does the {@link Workload}. When it finds its term over it tries to write once more, which must be
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
        Workload workload = new Workload(client, settings, journal);
        workload.prepare();
        Sampler sampler = new Sampler(journal, workload);
        // It may lead before stand() returns.
        long begin = System.nanoTime();
        Stand stand = settings.recipe().stand(client, settings, journal, sampler::follow);
        journal.add(new Started(begin));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stand, workload, journal), "stop"));
        sampler.run();
    }

    /** Its retries are for what is done beside the election, whose own requests are never repeated by Curator. */
    private static CuratorFramework connect(Settings settings) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(settings.connect())
                .sessionTimeoutMs((int) settings.session().toMillis())
                .connectionTimeoutMs((int) settings.session().toMillis())
                .retryPolicy(new RetryForever(200))
                .build();
        client.start();
        client.blockUntilConnected();
        return client;
    }

    /** Leaves the client open: the end of its session would take away a znode that the election should have deleted. */
    private static void stop(Stand stand, Workload workload, Journal journal) {
        journal.add(new Stopping(System.nanoTime()));
        stand.close();
        workload.finish();
        journal.add(new Stopped(System.nanoTime()));
    }
}
