package dev.baton.election.examples.scheduler.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What the demo says to a node over its standard input. Its end says that the demo is gone, kill -9 included. */
public final class DemoControl {

    /** See {@link PauseRehearsal#hold()}. */
    public static final String HOLD = "hold";

    /** See {@link PauseRehearsal#release()}. */
    public static final String RELEASE = "release";

    private final InputStream input;
    private final PauseRehearsal rehearsal;

    DemoControl(InputStream input, PauseRehearsal rehearsal) {
        this.input = input;
        this.rehearsal = rehearsal;
    }

    void obeyUntilEnd() {
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line) {
                    case HOLD -> rehearsal.hold();
                    case RELEASE -> rehearsal.release();
                    default -> System.err.println("the demo says '" + line + "', which means nothing here");
                }
            }
        } catch (IOException broken) {
            System.err.println("the demo cannot be heard any more: " + broken.getMessage());
        }
        rehearsal.release();
    }
}
