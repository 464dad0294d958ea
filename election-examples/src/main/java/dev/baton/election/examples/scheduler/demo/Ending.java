package dev.baton.election.examples.scheduler.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into an orderly end: the shutdown waits until the demo has ended its nodes and removed its files. */
final class Ending {

    private static final long LIMIT_SECONDS = 40;

    private final CountDownLatch ended = new CountDownLatch(1);

    private Ending() {}

    static Ending install(Stage stage) {
        Ending ending = new Ending();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ending.await(stage), "ending"));
        return ending;
    }

    private void await(Stage stage) {
        stage.end();
        try {
            if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("demo: did not end within " + LIMIT_SECONDS + "s; its nodes end by themselves now");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The demo has left nothing behind. */
    void reached() {
        ended.countDown();
    }
}
